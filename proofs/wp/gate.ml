(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Is what is proved allowed? Frama-C loads this module, which walks the very tree that WP reads. A table names what is
   allowed, and what it does not name is refused. Writes to the file $TOLD, a line an item: faults, functions, lemmas,
   lengths, and what a person has to review. *)
open Cil_types

let out = open_out (Sys.getenv "TOLD")
let item kind name text =
  Printf.fprintf out "%s\x1f%s\x1f%s\n" kind name (String.map (fun c -> if c = '\n' then '\x1e' else c) text)
let where = ref ""
let need allowed kind format =
  Format.kasprintf (fun text -> if not allowed then item ("fault " ^ kind) !where text) format
let refuse kind text = need false kind "%s" text
(* src/ and the header for callers are in the subset of C. The sorted list and the clients are read as ghost code is. *)
let product = ref false
let client = ref false

(* Tables: what is allowed. *)
let shape = function
  | TInt ((IBool | IShort | IUShort | IInt | IUInt | ILong | IULong | ILongLong | IULongLong) as kind, _) -> `Int kind
  | TEnum ({ ename; _ }, _) -> `Enum ename
  | TPtr (to_, _) -> `Pointer to_
  | TArray (of_, Some _, _) -> `Array of_
  | TNamed ({ tname; _ }, _) -> `Named tname
  | TComp (c, _) -> `Struct c
  | TFun (result, Some _, false, attributes) -> `Function (result, attributes)
  | TVoid _ -> `Void
  | _ -> `No
let attribute = function
  | Attr (("const" | "ghost" | "warn_unused_result" | "__fc_ghost_formal"), []) -> ()
  | a -> need false "subset" "the attribute %s" (Cil.attributeName a)
let expression e = match e.enode with
  | Const (CInt64 _ | CEnum _) | Lval _ | UnOp _ | BinOp _ | CastE _ | AddrOf _ | StartOf _ -> ()
  | SizeOf _ | SizeOfE _ | AlignOf _ | AlignOfE _ when !client -> ()
  | _ -> refuse "subset" "a string, a character, a floating number, or the size of a type"
let instruction = function
  | Set _ | Call _ | Skip _ | Code_annot _ -> ()
  | Local_init (_, (AssignInit (SingleInit _) | ConsInit (_, _, Plain_func)), _) -> ()
  | _ -> refuse "subset" "a table, or assembler"
let label generated = function Label (_, _, from_source) -> not (generated && from_source) | _ -> false
let statement s =
  need (List.for_all (label false) s.labels) "subset" "a case";
  match s.skind with
  | Instr i -> instruction i
  | Goto (target, _) -> need (List.for_all (label true) !target.labels) "subset" "goto"
  | Return _ | Break _ | Continue _ | If _ | Loop _ | Block _ | UnspecifiedSequence _ -> ()
  | _ -> refuse "subset" "a statement that is not allowed"
let used what p = need (p.tp_kind = Assert) "annotation" "%s that is not both proved and used" what
let code_annotation = function
  | AAssert ([], p) -> used "an assertion" p
  | AInvariant ([], true, p) -> used "an invariant" p
  | AVariant (_, None) | AAssigns ([], _) | AAllocation ([], FreeAllocAny) -> ()
  | _ -> refuse "annotation" "an annotation that is not allowed, or is for some behaviors alone"
let behavior b =
  List.iter (fun p -> used "a requirement" p.ip_content) (b.b_requires @ b.b_assumes);
  List.iter (fun (ending, p) ->
    used "a clause" p.ip_content;
    need (ending = Normal || ending = Exits) "annotation" "a clause about the end of a statement") b.b_post_cond;
  match b.b_extended, b.b_allocation with
  | [], (FreeAllocAny | FreeAlloc ([], [])) -> ()
  | _ -> refuse "annotation" "allocation or an extension"
let term = function
  | TConst (Integer _ | LEnum _) | TLval _ | TUnOp _ | TStartOf _ | TAddrOf _ | Tapp _ | Tif _ | Tat _ | Trange _
  | Tlet _ | TLogic_coerce _ | TCastE _ | Tempty_set | Tunion _ | TDataCons (_, [])
  | TBinOp ((PlusA | PlusPI | MinusA | Mult | Div | Mod | Shiftlt | Shiftrt | Lt | Gt | Le | Ge | Eq | Ne | BAnd | BXor
            | BOr | LAnd | LOr), _, _) -> ()
  | t -> need false "annotation" "a term that is not allowed: %a" Printer.pp_term (Logic_const.term t Linteger)
let predicate = function
  | Pfalse | Ptrue | Papp _ | Pseparated _ | Prel _ | Pand _ | Por _ | Pxor _ | Pimplies _ | Piff _ | Pnot _ | Pif _
  | Plet _ | Pforall _ | Pexists _ | Pat _ | Pvalid_read _ | Pvalid _ -> ()
  | _ -> refuse "annotation" "a predicate that is not allowed"
let definition f = match f.l_body, f.l_tparams with
  | (LBterm _ | LBpred _), [] -> ()
  | _ -> refuse "annotation" "a name without a definition, or of any type"

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
let written typ = match shape typ with
  | `Named name -> List.mem name named
  | `Int IBool | `Enum "tw_status" -> true
  | _ -> false
let is_struct c = c.cstruct && List.mem c.cname structs
let points typ = match shape typ with
  | `Pointer to_ -> written to_ || (match shape to_ with `Struct c -> is_struct c | _ -> false)
  | _ -> false
let to_what allowed typ = match plain typ with `Pointer to_ -> allowed to_ | _ -> false
let is_changed to_ = not (Cil.isConstType to_)
(* A `uint32_t *` parameter leads to a result, which is only written; to words of bits an `uint64_t *`. *)
let result_place v = to_what (fun to_ -> bits to_ = 32 && is_changed to_) v.vtype
let words = to_what (fun to_ -> bits to_ = 64 && unsigned to_ && not (Cil.isGhostType to_))

(* What WP reads as C does (docs/trust.md, M10), in code and in ghost code: where it does not, numbers are seen
   to be 0 or more. *)
let value e = Cil.constFoldToInt e
let is_number n e = value e = Some (Integer.of_int n)
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
  else if unsigned typ && not (enum typ || unsigned old) && bits typ > bits old then
    seen number "a number that becomes a wider unsigned one, and"
let numbers es = need (List.for_all (fun e -> whole (Cil.typeOf e)) es) "arithmetic" "an operation on what is no number"
let operation op a b = match op with
  | Mod -> seen (not_below_0 a && not_below_0 b) "a remainder of a number"
  | Shiftrt -> seen (not_below_0 a) "a shift of a number"
  | PlusPI -> seen (not_below_0 b || not (words (Cil.typeOf a))) "the number of an element"
  | PlusA | MinusA | Mult | Div | BAnd | BOr | BXor | Shiftlt | Lt | Gt | Le | Ge | Eq | Ne | LAnd | LOr ->
    numbers [ a; b ]
  | _ -> refuse "arithmetic" "a difference of pointers, or an operation that is not named here"
(* The statements of a block, in their order, without the braces between them. *)
let rec flat stmts = List.concat_map (fun s -> match s.skind with
  | Block b -> flat b.bstmts
  | UnspecifiedSequence parts -> flat (List.map (fun (s, _, _, _, _) -> s) parts)
  | Instr (Skip _ | Code_annot _) -> []
  | _ -> [ s ]) stmts
(* A choice that is stored: Frama-C leaves out that both values become one type. *)
let rec choices branch = match List.rev (flat branch.bstmts) with
  | { skind = Instr (Set (place, e, _)); _ } :: _ -> [ place, (match e.enode with CastE (_, a) -> a | _ -> e) ]
  | { skind = If (_, a, b, _); _ } :: _ -> choices a @ choices b
  | _ -> []
let same_place = Cil_datatype.LvalStructEq.equal
let choice a b = match choices a, choices b with
  | (place, _) :: _ as some, (_ :: _ as others) when List.for_all (fun (p, _) -> same_place place p) (some @ others) ->
    let values = List.map snd (some @ others) in
    if List.exists (fun e -> unsigned (Cil.typeOf e)) values then
      seen (List.for_all not_below_0 values) "a choice of a number that becomes unsigned, and"
  | _ -> ()

(* Counts of the theorem of bounded work (T7): a loop begins by counting a step; a write to the clock follows the count
   of a jump. *)
let is_count v = v.vglob && List.mem v.vname [ "tw_steps"; "tw_jumps" ]
let change s = match s.skind with
  | Instr (Set ((Var v, NoOffset), e, _)) when is_count v && s.ghost -> (match (Cil.stripCasts e).enode with
    | BinOp (PlusA, { enode = Lval (Var w, NoOffset); _ }, one, _) when w == v && is_number 1 one -> `Count v.vname
    | _ -> if is_number 0 e then `Begin v.vname else `Other)
  | _ -> `Other
let rec last_field = function
  | NoOffset -> ""
  | Field (f, NoOffset) -> f.fname
  | Field (_, rest) | Index (_, rest) -> last_field rest
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
  | s :: rest when writes_clock s -> need armed "count" "a write to the clock that is not counted"; jumps false rest
  | { skind = Instr (Call _); _ } :: rest when armed -> jumps true rest
  | stmts ->
    need (not armed) "count" "a jump is counted, and the clock is not written next";
    match stmts with
    | [] -> ()
    | s :: rest ->
      List.iter (fun b -> jumps false (flat b.bstmts))
        (match s.skind with If (_, a, b, _) -> [ a; b ] | Loop (_, body, _, _, _) -> [ body ] | _ -> []);
      jumps (change s = `Count "tw_jumps") rest
let rec begun = function
  | s :: rest -> (match change s with `Begin name -> name :: begun rest | _ -> [])
  | [] -> []

(* Is a definition well-founded: it does not name itself, or is a term and does so only in the b of an n <= m ? a : b,
   with n - 1 in the place of n, and m as it was, or a number? Any other would be an axiom, perhaps a wrong one. *)
let calls_of f look =
  let found = ref [] in
  let call g arguments = if g == f then found := arguments :: !found; Cil.DoChildren in
  look (object
    inherit Visitor.frama_c_inplace
    method! vterm_node = function Tapp (g, _, a) -> call g a | _ -> Cil.DoChildren
    method! vpredicate_node = function Papp (g, _, a) -> call g a | _ -> Cil.DoChildren
  end :> Visitor.frama_c_visitor);
  !found
let calls_in f t = calls_of f (fun visitor -> ignore (Visitor.visitFramacTerm visitor t))
let rec bare t = match t.term_node with TLogic_coerce (_, inner) -> bare inner | node -> node
let variable t = match bare t with TLval (TVar v, TNoOffset) -> Some v.lv_id | _ -> None
let constant t = match bare t with TConst (Integer (n, _)) -> Some n | _ -> None
let rec falls f all body = match body.term_node with
  | Tif ({ term_node = TBinOp (Le, n, m); _ }, _, b) ->
    let is t p = Some p.lv_id = variable t in
    let less a = match a.term_node with
      | TBinOp (MinusA, a, one) -> variable a = variable n && constant one = Some Integer.one
      | _ -> false in
    let good p argument =
      if is n p then p.lv_type = Linteger && less argument else not (is m p) || variable argument = variable m in
    let calls = calls_in f b in
    List.exists (is n) f.l_profile && (List.exists (is m) f.l_profile || constant m <> None)
    && List.length calls = all && List.for_all (List.for_all2 good f.l_profile) calls || falls f all b
  | Tif (_, _, b) -> falls f all b
  | _ -> all = 0
let well_founded f = match f.l_body with
  | LBterm t -> falls f (List.length (calls_in f t)) t
  | LBpred p -> calls_of f (fun visitor -> ignore (Visitor.visitFramacPredicate visitor p)) = []
  | _ -> false
(* Two definitions of one name speak of different structs: no call fits both. *)
let names : (string, unit) Hashtbl.t = Hashtbl.create 97
let speaks_of v = match v.lv_type with
  | Ctype typ -> (match plain typ with `Pointer (TComp (c, _)) -> c.cname | _ -> "")
  | _ -> ""
let defined : (int, unit) Hashtbl.t = Hashtbl.create 97
let once name = need (not (Hashtbl.mem names name)) "annotation" "two of this name"; Hashtbl.replace names name ()

(* The walk. *)
let calls : (string, string) Hashtbl.t = Hashtbl.create 997
let beginners : string list ref = ref []
let readers : string list ref = ref []
let lengths : (string, int) Hashtbl.t = Hashtbl.create 97
let asked = ref true (* is the timer of a parameter `id` known to be active, or not? *)
let lower name =
  String.for_all (function 'a' .. 'z' | '0' .. '9' | '_' -> true | _ -> false) name && String.length name <= 31
(* A place in memory: p->field, a[i], a[i].field, *p; p is a parameter, a is one or a p->field. *)
let rec base e = match e.enode with
  | Lval (Var v, NoOffset) -> v.vformal && not (result_place v)
  | Lval (Mem { enode = Lval (Var v, NoOffset); _ }, Field (_, NoOffset)) -> v.vformal
  | CastE (_, inner) -> base inner
  | _ -> false
let place = function
  | Var _, NoOffset -> ()
  | Mem { enode = Lval (Var { vformal = true; _ }, NoOffset); _ },
    (NoOffset | Field (_, (NoOffset | Index (_, NoOffset)))) -> ()
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
    let counted (t, _) = match t.it_content.term_node with
      | TLval (TVar { lv_origin = Some v; _ }, TNoOffset) -> is_count v
      | _ -> false in
    List.exists (fun b -> match b.b_assigns with
      | Writes places -> not (List.for_all counted places)
      | WritesAny -> Cil.is_default_behavior b) (Annotations.behaviors (Globals.Functions.get f))
  | Instr (Set ((Mem _, _), _, _) | Local_init (_, ConsInit _, _)) -> true
  | _ -> false
(* What one part of an expression writes, another one does not use, and only its last statement changes memory. *)
let order s parts =
  let meet some others = List.exists (fun p -> List.exists (same_place p) others) some in
  List.iteri (fun i (_, _, writes, _, _) -> List.iteri (fun j (_, _, others, reads, _) ->
    need (i = j || not (meet writes (others @ reads))) "order" "what one part of an expression writes, another uses")
    parts) parts;
  let before = match List.rev (flat [ s ]) with _ :: before -> before | [] -> [] in
  need (not (List.exists changes before)) "order" "an expression that changes memory and does more"
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
    Hashtbl.add calls !where f.vname;
    if Filename.check_suffix f.vname "_is_active" then asked := true;
    List.iter self#leads arguments;
    let formals = Cil.argsToList (match Cil.unrollType f.vtype with TFun (_, formals, _, _) -> formals | _ -> None) in
    List.iteri (fun i a -> match List.nth_opt formals i, (Cil.stripCasts a).enode with
      | Some (_, typ, _), Lval (Var v, NoOffset) when !product && v.vformal && result_place v ->
        need (to_what is_changed typ) "subset" "a result that is handed on to be read"
      | _ -> ()) arguments
  method private cast typ a =
    becomes typ (Cil.typeOf a) (not_below_0 a);
    if self#strict then begin
      let is_long = match shape typ with `Int (ILong | IULong) -> true | _ -> false in
      need (not (is_long || enum typ) || value a <> None) "subset" "a cast to a type of the machine, or to an enum";
      need (not (is_size typ) || !where = "tw_bitset_next" && is_word a) "text"
        "a conversion to size_t, whose width is the machine's"
    end

  method! vattr a = if Cil.attributeName a <> "fc_stdlib" then attribute a; Cil.DoChildren (* of a type of stdint.h *)
  method! vtype typ = need (shape typ <> `No) "subset" "the type %a" Printer.pp_typ typ; Cil.DoChildren
  method! vexpr e =
    let strict = self#strict in
    if strict then length <- length + 1;
    expression e;
    let no_enum a = need (not (strict && enum (Cil.typeOf a))) "subset" "an enum that is computed with" in
    (match e.enode with
      | Lval place -> if strict then read_place place
      | UnOp (LNot, a, _) -> numbers [ a ]
      | UnOp (BNot, a, _) -> numbers [ a ]; no_enum a
      | UnOp (Neg, a, typ) ->
        need (value a <> None && not (unsigned typ)) "arithmetic" "a minus sign that is not a number's"; no_enum a
      | BinOp (op, a, b, _) ->
        operation op a b; no_enum a; no_enum b;
        need (op <> PlusPI || Hashtbl.mem sums e.eid) "arithmetic" "a sum with a pointer that does not lead to memory"
      | CastE (typ, a) -> self#cast typ a; if not (enum typ) then no_enum a
      | AddrOf _ -> need (not (strict || self#ghost)) "subset" "an address"
      | _ -> ()); Cil.DoChildren
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
      | _ -> ()); Cil.DoChildren
  method! vvdec v =
    List.iter attribute v.vattr;
    need (v.vstorage = NoStorage || v.vstorage = Static) "subset" "a storage class";
    need (lower v.vorig_name) "subset" "the name %s" v.vorig_name;
    (match self#current_func with
      | Some f when not v.vformal && v != f.svar ->
        need ((whole v.vtype || !client) && v.vstorage = NoStorage) "subset" "a local that is no number, or is static";
        need (not !product || v.vghost || v.vtemp || v.vname = "__retres" || (written v.vtype && v.vdefined)) "subset"
          "a local without a value, or of a type of the machine: %s" v.vname
      | _ ->
        need (not (!product && v.vformal) || written v.vtype || points v.vtype) "subset" "the type of a parameter");
    Cil.DoChildren
  method! vstmt_aux s =
    if self#strict then length <- length + 1;
    statement s;
    (match s.skind with
      | If (e, a, b, _) -> numbers [ e ]; if not self#ghost then choice a b
      | Loop (_, body, _, _, _) ->
        let has test = List.exists (fun a -> test a.annot_content) (Annotations.code_annot s) in
        need (has (function AVariant _ -> true | _ -> false) && has (function AAssigns _ -> true | _ -> false))
          "annotation" "a loop without loop variant or loop assigns";
        if self#strict then loops <- loops + 1;
        need (not self#strict || counts_a_step (flat body.bstmts)) "count" "a loop that does not first count a step"
      | UnspecifiedSequence parts when !product -> order s parts
      | _ -> ());
    (match change s with `Count _ -> counts <- counts - 2 | `Begin _ -> counts <- counts - 1 | `Other -> ());
    Cil.DoChildren

  method! vcode_annot a = code_annotation a.annot_content; Cil.DoChildren
  method! vspec s = need (s.spec_variant = None) "annotation" "a function with a measure"; Cil.DoChildren
  method! vbehavior b =
    behavior b;
    let is_false p = p.ip_content.tp_statement.pred_content = Pfalse in
    need (not (List.exists is_false (b.b_requires @ b.b_assumes))) "annotation" "what is never so is required";
    Cil.DoChildren
  method! vlogic_info_use f = definition f; Cil.DoChildren
  method! vterm_node t =
    term t;
    (match t with
      | TCastE (typ, _) -> need (plain typ <> `Int IBool) "arithmetic" "a cast to bool, which WP computes in two ways"
      | Tapp (f, _, _) ->
        need (Hashtbl.mem defined f.l_var_info.lv_id) "annotation" "%s, which no file defines" f.l_var_info.lv_name
      | TBinOp (Shiftrt, { term_type = Ctype typ; _ }, _) when unsigned typ -> ()
      | TBinOp (Shiftrt, _, _) ->
        need (self#ghost || self#current_func = None) "arithmetic" "a shift of a number that may be below 0"
      | _ -> ()); Cil.DoChildren
  method! vpredicate_node p = predicate p; Cil.DoChildren
  method! vannotation a =
    (match a with
      | Dfun_or_pred (f, _) ->
        where := f.l_var_info.lv_name;
        Hashtbl.replace defined f.l_var_info.lv_id ();
        once (String.concat " " (!where :: List.map speaks_of f.l_profile));
        definition f; need (well_founded f) "annotation" "a definition that is not seen to be well-founded"
      | Dlemma (name, _, [], p, _, _) -> where := name; once name; used "a lemma" p
      | _ -> refuse "annotation" "an axiom, or an annotation that is not allowed");
    Cil.DoChildren

  method! vfunc f =
    where := f.svar.vname;
    length <- 0; loops <- 0; counts <- 0;
    asked := List.for_all (fun v -> v.vname <> "id" || pointer v.vtype) f.sformals;
    let stmts = flat f.sbody.bstmts in
    let all = List.concat_map (fun s -> begun [ s ]) f.sallstmts in
    if all <> [] then beginners := !where :: !beginners;
    need (not !product || begun stmts = all && (all = [] || f.svar.vstorage <> Static)) "count"
      "begins a count, and is not public, or not at its beginning";
    if !product && not (List.mem !where [ "tw_hier_init"; "tw_hashed_init" ]) then jumps false stmts;
    Cil.DoChildrenPost (fun f ->
      need (not !product || counts = 0) "count" "changes or hands on a count in another way";
      need (not !product || loops <= 1) "call" "more than one loop";
      Hashtbl.replace lengths f.svar.vname length;
      f)
end

(* Globals. What a person has to review of one: all but the bodies of functions of src/ and spec/, and the static
   functions that users do not call. *)
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
  | `Array of_ ->
    let is_last = List.hd (List.rev (Option.get f.fcomp.cfields)) == f in
    need (!client || bits of_ = 64 && is_last) "arithmetic" "an array that is not the last field, of uint64_t"
  | _ -> need (written f.ftype || points f.ftype) "subset" "a field of another type"
let contract f kf =
  let spec = Annotations.funspec kf in
  let is wanted p = p.ip_content.tp_statement.pred_content = wanted in
  need (Option.fold ~none:false ~some:(is Ptrue) spec.spec_terminates) "annotation" "no terminates \\true";
  (match List.find_opt Cil.is_default_behavior spec.spec_behavior with
    | Some { b_assigns = Writes _; b_post_cond = after; _ } ->
      need (List.exists (fun (how, p) -> how = Exits && is Pfalse p) after) "annotation" "no exits \\false"
    | _ -> refuse "annotation" "a contract without assigns");
  match plain f.vtype with
  | `Function (result, own) when !product ->
    let is_call = f.vstorage <> Static || file_of f.vdecl = "tw_ticks.h" in
    let answers = is_call && enum result && not (Filename.check_suffix f.vname "_stop") in
    need (Cil.hasAttribute "warn_unused_result" (f.vattr @ own @ Cil.typeAttrs result) = answers) "text"
      "TW_NODISCARD is missing, or out of place"
  | _ -> ()
let global g =
  where := "";
  item "text" "" (shown g);
  match g with
  | GType (t, _) -> where := t.tname; need (List.mem t.tname named) "subset" "a typedef"
  | GCompTag (c, _) | GCompTagDecl (c, _) ->
    where := c.cname;
    need (c.cstruct && (not !product || is_struct c)) "subset" "a struct or union";
    List.iter attribute c.cattr; List.iter field (Option.value ~default:[] c.cfields)
  | GEnumTag (e, _) | GEnumTagDecl (e, _) -> where := e.ename; need (e.ename = "tw_status") "subset" "an enum"
  | GVar (v, _, _) | GVarDecl (v, _) ->
    where := v.vname; need (v.vghost && is_count v) "subset" "a variable outside of functions"
  | GFunDecl (_, v, _) -> if not v.vdefined then item "assumed" v.vname (said (Globals.Functions.get v))
  | GFun (f, _) ->
    let v = f.svar in
    let kf = Globals.Functions.get v and is_static = v.vstorage = Static in
    where := v.vname;
    need (is_static || not v.vinline) "subset" "inline, and not static";
    contract v kf;
    item (if v.vghost then "ghost" else if is_static then "static" else "public") !where (printed g);
    item "contract" !where (said kf)
  | GAnnot (Dlemma (name, _, [], _, _, _), _) -> item "lemma" name (shown g)
  | GAnnot _ -> ()
  | _ -> refuse "subset" "text that is no C"

let called = Hashtbl.find_all calls
let rec reached seen = function
  | [] -> seen
  | f :: rest -> if List.mem f seen then reached seen rest else reached (f :: seen) (called f @ rest)
let totals : (string, int) Hashtbl.t = Hashtbl.create 97
let rec total f = match Hashtbl.find_opt totals f with
  | Some sum -> sum
  | None ->
    Hashtbl.replace totals f 0; (* for one that calls itself, which is refused *)
    let own = Option.value ~default:0 (Hashtbl.find_opt lengths f) in
    let sum = List.fold_left (fun sum other -> sum + total other) own (called f) in
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
    need (not (!product && List.mem name init && List.mem name !readers)) "subset" "reads what init has not written";
    item "length" name (string_of_int (total name))) bodies;
  output_string out "end\n";
  close_out out
let () = Db.Main.extend main
