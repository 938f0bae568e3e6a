(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Is what is proved allowed? Frama-C loads this module, which walks the very tree that WP reads. What a match allows, it names: it has no
   wildcard that allows, and a constructor that no line names is an error of OCaml's compiler. Writes to the file $GATE: faults, functions,
   lemmas, lengths, and what a person has to review. *)
[@@@warning "+4+8+9+11"]
[@@@warnerror "+4+8+9+11"]
open Cil_types

let out = open_out (Sys.getenv "GATE")
let item kind name text = Printf.fprintf out "%s\x1f%s\x1f%s\x1e" kind name text
let where = ref ""
let fault kind format = Format.kasprintf (fun text -> item ("fault " ^ kind) !where text) format
let need allowed kind format = Format.kasprintf (fun text -> if not allowed then fault kind "%s" text) format
let refuse kind text = fault kind "%s" text
(* src/ and the header for callers are in the subset of C. The sorted list and the clients are read as ghost code is. *)
let product = ref false
let client = ref false

(* Tables: what there is in the tree of Frama-C 25, and what of it is allowed. *)
let shape typ = match typ with
  | TInt ((IBool | IShort | IUShort | IInt | IUInt | ILong | IULong | ILongLong | IULongLong) as kind, _) -> `Int kind
  | TEnum ({ ename; _ }, _) -> `Enum ename
  | TPtr (to_, _) -> `Pointer to_
  | TArray (of_, Some _, _) -> `Array of_
  | TNamed ({ tname; _ }, _) -> `Named tname
  | TComp (c, _) -> `Struct c
  | TFun (result, Some _, false, attributes) -> `Function (result, attributes)
  | TVoid _ -> `Void
  | TInt ((IChar | ISChar | IUChar), _) -> `No "a character"
  | TFloat _ -> `No "a floating number"
  | TArray (_, None, _) -> `No "an array without a size"
  | TFun (_, None, _, _) | TFun (_, Some _, true, _) -> `No "a function without a prototype"
  | TBuiltin_va_list _ -> `No "a list of arguments"
let attribute = function
  | Attr (("const" | "ghost" | "warn_unused_result" | "__fc_ghost_formal"), []) -> ()
  | Attr (name, _) | AttrAnnot name -> fault "subset" "the attribute %s" name
let storage v = match v.vstorage with
  | NoStorage | Static -> ()
  | Register | Extern -> refuse "subset" "a storage class"
let expression e = match e.enode with
  | Const (CInt64 _ | CEnum _) | Lval _ | UnOp _ | BinOp _ | CastE _ | AddrOf _ | StartOf _ -> ()
  | Const (CStr _ | CWStr _ | CChr _ | CReal _) -> refuse "subset" "a string, a character or a floating number"
  | SizeOf _ | SizeOfE _ | SizeOfStr _ | AlignOf _ | AlignOfE _ -> need !client "subset" "the size of a type"
let instruction = function
  | Set _ | Call _ | Skip _ | Code_annot _ | Local_init (_, AssignInit (SingleInit _), _) | Local_init (_, ConsInit (_, _, Plain_func), _) -> ()
  | Local_init (_, (AssignInit (CompoundInit _) | ConsInit (_, _, Constructor)), _) -> refuse "subset" "a table"
  | Asm _ -> refuse "subset" "assembler"
let label generated = function
  | Label (_, _, from_source) -> not (generated && from_source)
  | Case _ | Default _ -> false
let statement s =
  need (List.for_all (label false) s.labels) "subset" "a case";
  match s.skind with
  | Instr i -> instruction i
  | Goto (target, _) -> need (List.for_all (label true) !target.labels) "subset" "goto"
  | Return _ | Break _ | Continue _ | If _ | Loop _ | Block _ | UnspecifiedSequence _ -> ()
  | Switch _ | Throw _ | TryCatch _ | TryFinally _ | TryExcept _ -> refuse "subset" "a statement that is not allowed"
let kind what = function
  | Assert -> ()
  | Check | Admit -> fault "annotation" "%s that is not both proved and used" what
let code_annotation =
  let all what behaviors = need (behaviors = []) "annotation" "%s for some behaviors" what in
  function
  | AAssert (behaviors, p) -> kind "an assertion" p.tp_kind; all "an assertion" behaviors
  | AInvariant (behaviors, true, p) -> kind "an invariant" p.tp_kind; all "an invariant" behaviors
  | AVariant (_, relation) -> need (relation = None) "annotation" "a variant with a relation of its own"
  | AAssigns (behaviors, _) -> all "loop assigns" behaviors
  | AAllocation (behaviors, FreeAllocAny) -> all "allocation" behaviors
  | AInvariant (_, false, _) | AStmtSpec _ | AAllocation (_, FreeAlloc _) | APragma _ | AExtended _ ->
    refuse "annotation" "a contract of a statement, allocation, a pragma or an extension"
let behavior b =
  List.iter (fun p -> kind "a requirement" p.ip_content.tp_kind) (b.b_requires @ b.b_assumes);
  List.iter (fun (ending, p) -> kind "a clause" p.ip_content.tp_kind; match ending with
    | Normal | Exits -> ()
    | Breaks | Continues | Returns -> refuse "annotation" "a clause about the end of a statement") b.b_post_cond;
  match b.b_extended, b.b_allocation with
  | [], (FreeAllocAny | FreeAlloc ([], [])) -> ()
  | _, (FreeAllocAny | FreeAlloc _) -> refuse "annotation" "allocation or an extension"
let term = function
  | TConst (Integer _ | LEnum _) | TLval _ | TUnOp _ | TStartOf _ | TAddrOf _ | Tapp _ | Tif _ | Tat _ | Trange _ | Tlet _ | TLogic_coerce _
  | TCastE _ | Tempty_set | Tunion _ | TDataCons (_, []) | TBinOp ((PlusA | PlusPI | MinusA | Mult | Div | Mod | Shiftlt | Shiftrt | Lt | Gt
  | Le | Ge | Eq | Ne | BAnd | BXor | BOr | LAnd | LOr), _, _) -> ()
  | TBinOp ((MinusPI | MinusPP), _, _) | TConst (LStr _ | LWStr _ | LChr _ | LReal _) | TSizeOf _ | TSizeOfE _ | TSizeOfStr _ | TAlignOf _
  | TAlignOfE _ | Tlambda _ | TDataCons (_, _ :: _) | Tbase_addr _ | Toffset _ | Tblock_length _ | Tnull | TUpdate _ | Ttypeof _ | Ttype _
  | Tinter _ | Tcomprehension _ as t -> fault "annotation" "a term that is not allowed: %a" Printer.pp_term (Logic_const.term t Linteger)
let predicate = function
  | Pfalse | Ptrue | Papp _ | Pseparated _ | Prel _ | Pand _ | Por _ | Pxor _ | Pimplies _ | Piff _ | Pnot _ | Pif _ | Plet _ | Pforall _
  | Pexists _ | Pat _ | Pvalid_read _ | Pvalid _ -> ()
  | Pobject_pointer _ | Pvalid_function _ | Pinitialized _ | Pdangling _ | Pallocable _ | Pfreeable _ | Pfresh _ ->
    refuse "annotation" "a predicate that is not allowed"
let definition f = match f.l_body, f.l_tparams with
  | (LBterm _ | LBpred _), [] -> ()
  | (LBterm _ | LBpred _ | LBnone | LBreads _ | LBinductive _), _ -> refuse "annotation" "a name without a definition, or of any type"
let global_annotation = function
  | Dfun_or_pred (f, _) -> `Definition f
  | Dlemma (name, _, [], p, _, _) -> `Lemma (name, p.tp_kind)
  | Dlemma _ | Daxiomatic _ | Dvolatile _ | Dtype _ | Dinvariant _ | Dtype_annot _ | Dmodel_annot _ | Dextended _ -> `No
[@@@warning "-4"] (* From here on a match names what it looks for. *)

(* Types. *)
let plain typ = shape (Cil.unrollType typ)
let whole typ = match plain typ with `Int _ | `Enum _ -> true | _ -> false
let pointer typ = match plain typ with `Pointer _ | `Array _ | `Function _ -> true | _ -> false
let enum typ = match plain typ with `Enum _ -> true | _ -> false
let bits typ = if whole typ then Cil.bitsSizeOf typ else 0
let unsigned typ = enum typ || Cil.isUnsignedInteger typ
(* In a declaration: a width that is not the machine's. *)
let named = [ "int16_t"; "uint16_t"; "int32_t"; "uint32_t"; "int64_t"; "uint64_t"; "size_t"; "tw_node" ]
let structs = [ "tw_link"; "tw_hier"; "tw_hashed"; "tw_history" ]
let written typ = match shape typ with `Named name -> List.mem name named | `Int IBool | `Enum "tw_status" -> true | _ -> false
let is_struct c = c.cstruct && List.mem c.cname structs
let points typ = match shape typ with `Pointer to_ -> written to_ || (match shape to_ with `Struct c -> is_struct c | _ -> false) | _ -> false
let points_to typ = match plain typ with `Pointer to_ -> Some to_ | _ -> None
(* A `uint32_t *` parameter leads to a result, which is only written; to words of bits an `uint64_t *`. *)
let result_place v = match points_to v.vtype with Some to_ -> bits to_ = 32 && not (Cil.isConstType to_) | None -> false
let words typ = match points_to typ with Some to_ -> bits to_ = 64 && unsigned to_ && not (Cil.isGhostType to_) | None -> false

(* What WP reads as C does (docs/trust.md, M10), in code and in ghost code: where it does not, numbers are seen to be 0 or more. *)
let value e = Cil.constFoldToInt e
let is_number n e = match value e with Some m -> Integer.equal m (Integer.of_int n) | None -> false
let rec not_below_0 e =
  let typ = Cil.typeOf e in
  unsigned typ || (match value e with Some n -> Integer.ge n Integer.zero | None -> false) || match e.enode with
  | CastE (_, inner) -> not_below_0 inner && (bits typ > bits (Cil.typeOf inner) || not (unsigned (Cil.typeOf inner)))
  | BinOp ((Lt | Gt | Le | Ge | Eq | Ne | LAnd | LOr), _, _, _) | UnOp (LNot, _, _) -> true
  | BinOp ((PlusA | Mult | Div | Mod | BAnd | BOr | Shiftlt | Shiftrt), a, b, _) -> not_below_0 a && not_below_0 b
  | _ -> false
let seen allowed what = need allowed "arithmetic" "%s that is not seen to be 0 or more" what
let same_memory a b =
  let bare typ = Cil.typeDeepDropAllAttributes (Cil.unrollTypeDeep typ) in
  Cil_datatype.Typ.equal (bare a) (bare b)
let becomes typ old number =
  if pointer typ || pointer old then need (same_memory typ old) "subset" "a cast of a pointer"
  else if unsigned typ && not (enum typ || unsigned old) && bits typ > bits old then seen number "a number that becomes a wider unsigned one, and"
let numbers types = need (List.for_all whole types) "arithmetic" "an operation on what is no number"
let operation op a b = match op with
  | Mod -> seen (not_below_0 a && not_below_0 b) "a remainder of a number"
  | Shiftrt -> seen (not_below_0 a) "a shift of a number"
  | PlusPI -> seen (not_below_0 b || not (words (Cil.typeOf a))) "the number of an element"
  | MinusPI | MinusPP -> refuse "arithmetic" "a difference of pointers"
  | PlusA | MinusA | Mult | Div | BAnd | BOr | BXor | Shiftlt | Lt | Gt | Le | Ge | Eq | Ne | LAnd | LOr -> numbers [ Cil.typeOf a; Cil.typeOf b ]
(* The statements of a block, in their order, without the braces between them. *)
let rec flat stmts = List.concat_map (fun s -> match s.skind with
  | Block b -> flat b.bstmts
  | UnspecifiedSequence parts -> flat (List.map (fun (s, _, _, _, _) -> s) parts)
  | Instr (Skip _ | Code_annot _) -> []
  | _ -> [ s ]) stmts
(* A choice that is stored: Frama-C leaves out that both values become one type. *)
let rec choices branch = match List.rev (flat branch.bstmts) with
  | { skind = Instr (Set (place, e, _)); _ } :: _ -> [ place, (match e.enode with CastE (_, inner) -> inner | _ -> e) ]
  | { skind = If (_, a, b, _); _ } :: _ -> choices a @ choices b
  | _ -> []
let choice a b = match choices a, choices b with
  | (((place, _) :: _) as some), (_ :: _ as others) when List.for_all (fun (p, _) -> Cil_datatype.LvalStructEq.equal place p) (some @ others) ->
    let values = List.map snd (some @ others) in
    if List.exists (fun e -> unsigned (Cil.typeOf e)) values then
      seen (List.for_all not_below_0 values) "a choice of a number that becomes unsigned, and"
  | _ -> ()

(* Counts of the theorem of bounded work (T7): a loop begins by counting a step; a write to the clock follows the count of a jump. *)
let is_count v = v.vglob && List.mem v.vname [ "tw_steps"; "tw_jumps" ]
let change s = match s.skind with
  | Instr (Set ((Var v, NoOffset), e, _)) when is_count v && s.ghost -> (match (Cil.stripCasts e).enode with
    | BinOp (PlusA, { enode = Lval (Var same, NoOffset); _ }, one, _) when same == v && is_number 1 one -> `Count v.vname
    | _ -> if is_number 0 e then `Begin v.vname else `Other)
  | _ -> `Other
let rec last_field = function NoOffset -> "" | Field (f, NoOffset) -> f.fname | Field (_, rest) | Index (_, rest) -> last_field rest
let writes_clock s = match s.skind with
  | Instr (Set ((_, place), _, _) | Call (Some (_, place), _, _, _)) -> not s.ghost && last_field place = "now"
  | _ -> false
let rec leaps s = match s.skind with (* may lead to the next iteration, past the count *)
  | Instr _ | Return _ | Break _ -> false
  | If (_, a, b, _) -> List.exists leaps (flat (a.bstmts @ b.bstmts))
  | _ -> true
let rec counts_a_step = function
  | s :: rest -> change s = `Count "tw_steps" || (not (leaps s) && counts_a_step rest)
  | [] -> false
let rec jumps armed = function (* armed: a jump was counted, and the write is to follow, behind a call at most *)
  | [] -> need (not armed) "count" "a jump is counted, and the clock is not written"
  | s :: rest when change s = `Count "tw_jumps" -> need (not armed) "count" "a jump is counted twice"; jumps true rest
  | s :: rest when writes_clock s -> need armed "count" "a write to the clock that is not counted"; jumps false rest
  | { skind = Instr (Call _); _ } :: rest when armed -> jumps true rest
  | s :: rest ->
    need (not armed) "count" "a jump is counted, and the clock is not written next";
    (match s.skind with
      | If (_, a, b, _) -> jumps false (flat a.bstmts); jumps false (flat b.bstmts)
      | Loop (_, body, _, _, _) -> jumps false (flat body.bstmts)
      | _ -> ());
    jumps false rest
let rec begun = function
  | s :: rest -> (match change s with `Begin name -> name :: begun rest | _ -> [])
  | [] -> []

(* Is a definition well-founded: it does not name itself, or only in the b of an n <= m ? a : b, with n - 1 in the place of n, and m as it was,
   or a number? Any other would be an axiom, perhaps a wrong one. *)
let calls_of f body =
  let found = ref [] in
  let call g arguments = if g == f then found := arguments :: !found in
  let look = object
    inherit Visitor.frama_c_inplace
    method! vterm_node = function Tapp (g, _, a) -> call g a; Cil.DoChildren | _ -> Cil.DoChildren
    method! vpredicate_node = function Papp (g, _, a) -> call g a; Cil.DoChildren | _ -> Cil.DoChildren
  end in
  (match body with
    | `Term t -> ignore (Visitor.visitFramacTerm (look :> Visitor.frama_c_visitor) t)
    | `Predicate p -> ignore (Visitor.visitFramacPredicate (look :> Visitor.frama_c_visitor) p));
  !found
let rec variable t = match t.term_node with
  | TLval (TVar v, TNoOffset) -> Some v.lv_id
  | TLogic_coerce (_, inner) -> variable inner
  | _ -> None
let rec constant t = match t.term_node with
  | TConst (Integer (n, _)) -> Some n
  | TLogic_coerce (_, inner) -> constant inner
  | _ -> None
let falls f =
  let falls_in all condition body = match condition.term_node with
    | TBinOp (Le, n, m) ->
      let kept p argument = Some p.lv_id <> variable m || variable argument = variable m in
      let less argument = match argument.term_node with
        | TBinOp (MinusA, a, one) -> variable a = variable n && constant one = Some Integer.one
        | _ -> false in
      let good arguments = List.for_all2 (fun p a -> if Some p.lv_id = variable n then p.lv_type = Linteger && less a else kept p a) f.l_profile arguments in
      let formal t = List.exists (fun p -> Some p.lv_id = variable t) f.l_profile in
      let calls = calls_of f body in
      formal n && (formal m || constant m <> None) && List.length calls = all && List.for_all good calls
    | _ -> false in
  let rec in_term all t = match t.term_node with
    | Tif (c, _, b) -> falls_in all c (`Term b) || in_term all b
    | _ -> all = 0 in
  let rec in_predicate all p = match p.pred_content with
    | Pif (c, _, b) -> falls_in all c (`Predicate b) || in_predicate all b
    | _ -> all = 0 in
  match f.l_body with
  | LBterm t -> in_term (List.length (calls_of f (`Term t))) t
  | LBpred p -> in_predicate (List.length (calls_of f (`Predicate p))) p
  | _ -> false
(* Two definitions of one name speak of different structs: no call fits both. *)
let names : (string, unit) Hashtbl.t = Hashtbl.create 97
let speaks_of v = match v.lv_type with
  | Ctype typ -> (match points_to typ with Some (TComp (c, _)) -> c.cname | _ -> "")
  | _ -> ""
let defined : (int, unit) Hashtbl.t = Hashtbl.create 97
let once name = need (not (Hashtbl.mem names name)) "annotation" "two of this name"; Hashtbl.replace names name ()

(* The walk. *)
let calls : (string * string) list ref = ref []
let beginners : string list ref = ref []
let readers : string list ref = ref []
let lengths : (string, int) Hashtbl.t = Hashtbl.create 97
let asked = ref true (* is the timer of a parameter `id` known to be active, or not? *)
let lower name = String.for_all (function 'a' .. 'z' | '0' .. '9' | '_' -> true | _ -> false) name && String.length name <= 31
(* A place in memory: p->field, a[i], a[i].field, *p; p is a parameter, a is one or a p->field. *)
let rec base e = match e.enode with
  | Lval (Var v, NoOffset) -> v.vformal && not (result_place v)
  | Lval (Mem { enode = Lval (Var v, NoOffset); _ }, Field (_, NoOffset)) -> v.vformal
  | CastE (_, inner) -> base inner
  | _ -> false
let place = function
  | Var _, NoOffset -> ()
  | Mem { enode = Lval (Var v, NoOffset); _ }, (NoOffset | Field (_, (NoOffset | Index (_, NoOffset)))) when v.vformal -> ()
  | Mem { enode = BinOp (PlusPI, array, _, _); _ }, (NoOffset | Field (_, NoOffset)) when base array -> ()
  | _ -> refuse "subset" "a place in memory that is no p->field, a[i], a[i].field or *p of a parameter"
let read_place = function
  | Mem e, _ ->
    readers := !where :: !readers;
    (match e.enode with
      | Lval (Var v, NoOffset) -> need (not (result_place v)) "subset" "a result that is read"
      | BinOp (PlusPI, { enode = Lval (_, array); _ }, _, _) when last_field array = "deadlines" ->
        need !asked "subset" "a deadline that is read before it is asked whether the timer is active"
      | _ -> ())
  | Var _, _ -> ()
(* Does it write what a program reads, by its contract? *)
let changes s = match s.skind with
  | Instr (Call (_, { enode = Lval (Var f, _); _ }, _, _)) ->
    let counted (t, _) = match t.it_content.term_node with TLval (TVar { lv_origin = Some v; _ }, TNoOffset) -> is_count v | _ -> false in
    List.exists (fun b -> match b.b_assigns with Writes places -> not (List.for_all counted places) | WritesAny -> Cil.is_default_behavior b)
      (Annotations.behaviors (Globals.Functions.get f))
  | Instr (Set ((Mem _, _), _, _)) | Instr (Local_init (_, ConsInit _, _)) -> true
  | _ -> false
let is_size typ = match shape typ with `Named "size_t" -> true | _ -> false
let is_word e = match e.enode with Lval (Var { vname = "first_word" | "last_word"; _ }, NoOffset) -> true | _ -> false

class walk = object (self)
  inherit Visitor.frama_c_inplace
  val sums : (int, unit) Hashtbl.t = Hashtbl.create 97 (* with a pointer, that lead to memory or are passed *)
  val mutable length = 0
  val mutable loops = 0
  val mutable counts = 0 (* where code names a count; less what it may *)

  method private ghost = match self#current_stmt, self#current_func with
    | Some s, Some f -> s.ghost || f.svar.vghost
    | _, Some f -> f.svar.vghost
    | _, None -> false
  method private strict = !product && self#current_stmt <> None && not self#ghost
  method private leads e = match e.enode with
    | BinOp (PlusPI, _, _, _) -> Hashtbl.replace sums e.eid ()
    | CastE (_, inner) -> self#leads inner
    | _ -> ()
  method private calls f arguments =
    calls := (!where, f.vname) :: !calls;
    if Filename.check_suffix f.vname "_is_active" then asked := true;
    List.iter self#leads arguments;
    let formals = Cil.argsToList (match Cil.unrollType f.vtype with TFun (_, formals, _, _) -> formals | _ -> None) in
    let hands_on (_, typ, _) a = match (Cil.stripCasts a).enode with
      | Lval (Var v, NoOffset) when v.vformal && result_place v ->
        need (match points_to typ with Some to_ -> not (Cil.isConstType to_) | None -> false) "subset" "a result that is handed on to be read"
      | _ -> () in
    if !product then List.iteri (fun i a -> match List.nth_opt formals i with Some formal -> hands_on formal a | None -> ()) arguments

  method! vattr a = if Cil.attributeName a <> "fc_stdlib" then attribute a; Cil.DoChildren (* of a type of stdint.h *)
  method! vtype typ = (match shape typ with `No what -> refuse "subset" what | _ -> ()); Cil.DoChildren
  method! vexpr e =
    let strict = self#strict in
    if strict then length <- length + 1;
    expression e;
    let no_enum a = need (not (strict && enum (Cil.typeOf a))) "subset" "an enum that is computed with" in
    (match e.enode with
      | Lval place -> if strict then read_place place
      | UnOp (Neg, a, typ) -> need (value a <> None && not (unsigned typ)) "arithmetic" "a minus sign that is not a number's"; no_enum a
      | UnOp (BNot, a, _) -> numbers [ Cil.typeOf a ]; no_enum a
      | UnOp (LNot, a, _) -> numbers [ Cil.typeOf a ]
      | BinOp (op, a, b, _) ->
        operation op a b; no_enum a; no_enum b;
        need (op <> PlusPI || Hashtbl.mem sums e.eid) "arithmetic" "a sum with a pointer that does not lead to memory"
      | CastE (typ, a) ->
        becomes typ (Cil.typeOf a) (not_below_0 a);
        (match shape typ with
          | `Int (ILong | IULong) -> need (not strict || value a <> None) "subset" "a cast to a type of the machine"
          | _ -> ());
        if not (enum typ) then no_enum a else need (not strict || value a <> None) "subset" "a number that becomes an enum";
        need (not (strict && is_size typ) || !where = "tw_bitset_next" && is_word a) "text" "a conversion to size_t, whose width is the machine's"
      | AddrOf _ -> need (not (strict || self#ghost)) "subset" "an address"
      | _ -> ());
    Cil.DoChildren
  method! vlval ((host, _) as lval) =
    (match host with Mem e -> self#leads e | Var v -> if is_count v then counts <- counts + 1);
    if self#strict then place lval;
    Cil.DoChildren
  method! voffs offset =
    (match offset with Index (e, _) -> seen (not_below_0 e) "the number of an element" | _ -> ());
    Cil.DoChildren
  method! vinst i =
    (match i with
      | Call (result, { enode = Lval (Var f, NoOffset); _ }, arguments, _) ->
        self#calls f arguments;
        (match result, plain f.vtype with
          | Some place, `Function (typ, _) -> becomes (Cil.typeOfLval place) typ (unsigned typ)
          | _ -> ())
      | Call _ -> refuse "call" "a call that names no function"
      | Local_init (_, ConsInit (f, arguments, _), _) -> self#calls f arguments
      | _ -> ());
    Cil.DoChildren
  method! vvdec v =
    storage v; List.iter attribute v.vattr;
    need (lower v.vorig_name) "subset" "the name %s" v.vorig_name;
    (match self#current_func with
      | Some f when not v.vformal && v != f.svar ->
        need ((whole v.vtype || !client) && v.vstorage = NoStorage) "subset" "a local that is no number, or has a storage class";
        if !product && not v.vghost && not v.vtemp && v.vname <> "__retres" then
          need (written v.vtype && v.vdefined) "subset" "a local without a value, or of a type of the machine: %s" v.vname
      | _ -> need (not (!product && v.vformal) || written v.vtype || points v.vtype) "subset" "a parameter of another type");
    Cil.DoChildren
  method! vstmt_aux s =
    if self#strict then length <- length + 1;
    statement s;
    (match s.skind with
      | If (e, a, b, _) -> numbers [ Cil.typeOf e ]; if not self#ghost then choice a b
      | Loop (_, body, _, _, _) ->
        let has test = List.exists (fun a -> test a.annot_content) (Annotations.code_annot s) in
        need (has (function AVariant _ -> true | _ -> false) && has (function AAssigns _ -> true | _ -> false)) "annotation"
          "a loop without loop variant or loop assigns";
        if self#strict then (loops <- loops + 1; need (counts_a_step (flat body.bstmts)) "count" "a loop that does not begin by counting a step")
      | UnspecifiedSequence parts when !product ->
        let met places = List.exists (fun p -> List.exists (Cil_datatype.LvalStructEq.equal p) places) in
        List.iteri (fun i (_, _, writes, _, _) -> List.iteri (fun j (_, _, others, reads, _) ->
          need (i = j || not (met (others @ reads) writes)) "order" "what one part of an expression writes, another one uses") parts) parts;
        let before = match List.rev (flat [ s ]) with _ :: before -> before | [] -> [] in
        need (not (List.exists changes before)) "order" "an expression that changes memory and does more"
      | _ -> ());
    (match change s with `Count _ -> counts <- counts - 2 | `Begin _ -> counts <- counts - 1 | `Other -> ());
    Cil.DoChildren

  method! vcode_annot a = code_annotation a.annot_content; Cil.DoChildren
  method! vspec s = need (s.spec_variant = None) "annotation" "a function with a measure"; Cil.DoChildren
  method! vbehavior b =
    behavior b;
    let is_false p = match p.ip_content.tp_statement.pred_content with Pfalse -> true | _ -> false in
    need (not (List.exists is_false (b.b_requires @ b.b_assumes))) "annotation" "what is never so is required";
    Cil.DoChildren
  method! vlogic_info_use f = definition f; Cil.DoChildren
  method! vterm_node t =
    term t;
    (match t with
      | TCastE (typ, _) -> need (plain typ <> `Int IBool) "arithmetic" "a cast to bool, which WP computes in two ways"
      | Tapp (f, _, _) -> need (Hashtbl.mem defined f.l_var_info.lv_id) "annotation" "%s, which no file defines" f.l_var_info.lv_name
      | TBinOp (Shiftrt, { term_type = Ctype typ; _ }, _) when unsigned typ -> ()
      | TBinOp (Shiftrt, _, _) -> need (self#ghost || self#current_func = None) "arithmetic" "a shift of a number that may be below 0"
      | _ -> ());
    Cil.DoChildren
  method! vpredicate_node p = predicate p; Cil.DoChildren
  method! vannotation a =
    (match global_annotation a with
      | `Definition f ->
        where := f.l_var_info.lv_name;
        Hashtbl.replace defined f.l_var_info.lv_id ();
        once (String.concat " " (!where :: List.map speaks_of f.l_profile));
        definition f; need (falls f) "annotation" "a definition that is not seen to be well-founded"
      | `Lemma (name, how) -> where := name; once name; kind "a lemma" how
      | `No -> refuse "annotation" "an axiom, or an annotation that is not allowed");
    Cil.DoChildren

  method! vfunc f =
    where := f.svar.vname;
    length <- 0; loops <- 0; counts <- 0;
    asked := List.for_all (fun v -> v.vname <> "id" || pointer v.vtype) f.sformals;
    let stmts = flat f.sbody.bstmts in
    let all = List.concat_map (fun s -> begun [ s ]) f.sallstmts in
    if all <> [] then beginners := !where :: !beginners;
    if !product then begin
      need (begun stmts = all && (all = [] || f.svar.vstorage <> Static)) "count" "begins a count, and is not public, or not at its beginning";
      if not (List.mem !where [ "tw_hier_init"; "tw_hashed_init" ]) then jumps false stmts
    end;
    Cil.DoChildrenPost (fun f ->
      need (not !product || counts = 0) "count" "changes or hands on a count in another way";
      need (not !product || loops <= 1) "call" "more than one loop";
      Hashtbl.replace lengths f.svar.vname length;
      f)
end

(* Globals. What a person has to review of one: all but the bodies of functions of src/ and spec/, and the static functions that users
   do not call. *)
let printed g = Format.asprintf "%a" Printer.pp_global g
let said kf = Format.asprintf "%a" Printer.pp_funspec (Annotations.funspec kf)
let file_of loc = Filename.basename (Filepath.Normalized.to_pretty_string (fst loc).Filepath.pos_path)
let shown g = match g with
  | GFun (f, loc) when not (f.svar.vghost || !client && not (String.starts_with ~prefix:"tw_" (file_of loc))) ->
    if f.svar.vstorage = Static && not (List.mem (file_of loc) [ "tw_clock.h"; "tw_ticks.h" ]) then ""
    else printed (GFunDecl (Annotations.funspec (Globals.Functions.get f.svar), f.svar, loc))
  | _ -> printed g
let field f =
  need (f.fbitfield = None && lower f.fname) "subset" "a bit-field, or the name %s" f.fname;
  match shape f.ftype with
  | `Array of_ -> need (!client || bits of_ = 64 && List.hd (List.rev (Option.get f.fcomp.cfields)) == f) "arithmetic"
      "an array that is not the last field, of uint64_t"
  | _ -> need (written f.ftype || points f.ftype) "subset" "a field of another type"
let contract f kf =
  let spec = Annotations.funspec kf in
  let is wanted p = match p.ip_content.tp_statement.pred_content with Ptrue -> wanted | Pfalse -> not wanted | _ -> false in
  need (match spec.spec_terminates with Some p -> is true p | None -> false) "annotation" "a contract without terminates \\true";
  (match List.find_opt Cil.is_default_behavior spec.spec_behavior with
    | Some { b_assigns = Writes _; b_post_cond; _ } -> need (List.exists (fun (how, p) -> how = Exits && is false p) b_post_cond) "annotation"
        "a contract without exits \\false"
    | _ -> refuse "annotation" "a contract without assigns");
  match plain f.vtype with
  | `Function (result, own) when !product ->
    let answers = (f.vstorage <> Static || f.vname = "tw_ms_to_ticks") && enum result && not (Filename.check_suffix f.vname "_stop") in
    need (Cil.hasAttribute "warn_unused_result" (f.vattr @ own @ Cil.typeAttrs result) = answers) "text" "TW_NODISCARD is missing, or out of place"
  | _ -> ()
let global g =
  where := "";
  item "text" "" (shown g);
  match[@warning "+4"] g with
  | GType (t, _) -> where := t.tname; need (List.mem t.tname named) "subset" "a typedef"
  | GCompTag (c, _) | GCompTagDecl (c, _) ->
    where := c.cname;
    need (c.cstruct && (not !product || is_struct c)) "subset" "a struct or union";
    List.iter attribute c.cattr; List.iter field (Option.value ~default:[] c.cfields)
  | GEnumTag (e, _) | GEnumTagDecl (e, _) -> where := e.ename; need (e.ename = "tw_status") "subset" "an enum"
  | GVar (v, _, _) | GVarDecl (v, _) -> where := v.vname; need (v.vghost && is_count v) "subset" "a variable outside of functions"
  | GFunDecl (_, v, _) -> if not v.vdefined then item "assumed" v.vname (said (Globals.Functions.get v))
  | GFun (f, _) ->
    let kf = Globals.Functions.get f.svar in
    where := f.svar.vname;
    need (f.svar.vstorage = Static || not f.svar.vinline) "subset" "inline, and not static";
    contract f.svar kf;
    item (if f.svar.vghost then "ghost" else if f.svar.vstorage = Static then "static" else "public") !where (printed g);
    item "contract" !where (said kf)
  | GAnnot (a, _) -> (match global_annotation a with `Lemma (name, _) -> item "lemma" name (shown g) | `Definition _ | `No -> ())
  | GAsm _ | GPragma _ | GText _ -> refuse "subset" "text that is no C"

let called name = List.filter_map (fun (a, b) -> if a = name then Some b else None) !calls
let rec reached seen = function
  | [] -> seen
  | f :: rest -> if List.mem f seen then reached seen rest else reached (f :: seen) (called f @ rest)
let totals : (string, int) Hashtbl.t = Hashtbl.create 97
let rec total f = match Hashtbl.find_opt totals f with
  | Some sum -> sum
  | None ->
    Hashtbl.replace totals f 0; (* for one that calls itself, which is refused *)
    let sum = List.fold_left (fun sum other -> sum + total other) (Option.value ~default:0 (Hashtbl.find_opt lengths f)) (called f) in
    Hashtbl.replace totals f sum; sum
let main () =
  Ast.compute ();
  let unit_name = match Kernel.Files.get () with [] -> "" | file :: _ -> (file : Filepath.Normalized.t :> string) in
  let folder = Filename.basename (Filename.dirname unit_name) in
  product := List.mem folder [ "src"; "examples"; "build" ]; (* build: the single header *)
  client := folder = "wp";
  List.iter global (Ast.get ()).globals;
  Visitor.visitFramacFileSameGlobals (new walk :> Visitor.frama_c_visitor) (Ast.get ());
  let bodies = Hashtbl.fold (fun name _ all -> name :: all) lengths [] in
  let init = reached [] (List.filter (fun name -> Filename.check_suffix name "_init") bodies) in
  List.iter (fun name ->
    where := name;
    need (not (List.mem name (reached [] (called name)))) "call" "calls itself";
    List.iter (fun other ->
      need (!client || List.mem other bodies) "call" "calls %s, which has no body here" other;
      need (not (!product && List.mem other !beginners)) "count" "calls %s, which begins a count" other) (called name);
    need (not (!product && List.mem name init && List.mem name !readers)) "subset" "reads memory that init has not written";
    item "length" name (string_of_int (total name))) bodies;
  close_out out
let () = Db.Main.extend main
