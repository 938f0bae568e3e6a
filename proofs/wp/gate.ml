(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Is what is proved allowed? Walks the very tree that WP reads. A table names what is allowed; all else is refused.
   Writes to $TOLD, a line an item: faults, functions, lemmas, lengths, and what a person has to review. *)
open Cil_types

let out = open_out (Sys.getenv "TOLD")
let item kind name text =
  Printf.fprintf out "%s\x1f%s\x1f%s\n" kind name (String.map (fun c -> if c = '\n' then '\x1e' else c) text)
let where = ref ""
let need allowed kind format =
  Format.kasprintf (fun text -> if not allowed then item ("fault " ^ kind) !where text) format
let refuse kind text = need false kind "%s" text
(* src/ and the header for callers are in the subset of C. The sorted list and the clients are read as ghost code is. *)
let folder = Sys.getenv "FOLDER"
let product = folder = "src" || folder = "examples"
let client = folder = "wp"
let must allowed = need (not product || allowed)

(* Tables: what is allowed. *)
let shape typ = match Release.node typ with
  | `Int (IBool | IShort | IUShort | IInt | IUInt | ILong | IULong | ILongLong | IULongLong) as kind -> kind
  | `Int _ -> `No | `Enum _ -> `Enum
  | (`Pointer _ | `Array _ | `Named _ | `Struct | `Function _ | `Void | `No) as other -> other
let attribute a = match Release.attribute a with
  | ("const" | "ghost" | "warn_unused_result" | "fc_ghost_formal"), true | "fc_stdlib" (* of stdint.h *), _ -> ()
  | name, _ -> need false "subset" "the attribute %s" name
let expression e = match e.enode with
  | Const (CInt64 _ | CEnum _) | Lval _ | UnOp _ | BinOp _ | CastE _ | AddrOf _ | StartOf _ -> ()
  | SizeOf _ | SizeOfE _ | AlignOf _ | AlignOfE _ when client -> ()
  | _ -> refuse "subset" "a string, a character, a floating number, or the size of a type"
let statement s = match s.skind with
  | Goto (to_, _) ->
    need (List.for_all (function Label (_, _, written) -> not written | _ -> false) !to_.labels) "subset" "goto"
  | Instr (Local_init (_, (AssignInit (SingleInit _) | ConsInit (_, _, Plain_func)), _))
  | Instr (Set _ | Call _ | Skip _ | Code_annot _)
  | Return _ | Break _ | Continue _ | If _ | Loop _ | Block _ | UnspecifiedSequence _ -> ()
  | _ -> refuse "subset" "a table, assembler, or a statement that is not allowed"
let used what p = need (p.tp_kind = Assert) "annotation" "%s that is not both proved and used" what
let code_annotation = function
  | AAssert ([], p) -> used "an assertion" p
  | AInvariant ([], true, p) -> used "an invariant" p
  | AVariant (_, None) | AAssigns ([], _) | AAllocation ([], FreeAllocAny) -> ()
  | _ -> refuse "annotation" "an annotation that is not allowed, or is for some behaviors alone"
let behavior b =
  let asked = List.map (fun p -> p.ip_content) (b.b_requires @ b.b_assumes) in
  List.iter (used "a requirement") asked;
  need (List.for_all (fun p -> p.tp_statement.pred_content <> Pfalse) asked) "annotation" "what is never so is asked";
  List.iter (fun (ending, p) ->
    used "a clause" p.ip_content;
    need (ending = Normal || ending = Exits) "annotation" "a clause about the end of a statement") b.b_post_cond;
  match b.b_extended, b.b_allocation with
  | [], (FreeAllocAny | FreeAlloc ([], [])) -> ()
  | _ -> refuse "annotation" "allocation or an extension"
let term = function
  | TConst (Integer _ | LEnum _) | TLval _ | TUnOp _ | TStartOf _ | TAddrOf _ | Tapp _ | Tif _ | Tat _
  | Trange (Some _, Some _) | Tlet _ | Tempty_set | Tunion _ | TDataCons (_, [])
  | TBinOp ((PlusA | PlusPI | MinusA | Mult | Div | Mod | Shiftlt | Shiftrt | Lt | Gt | Le | Ge | Eq | Ne | BAnd | BXor
            | BOr | LAnd | LOr), _, _) -> ()
  | t when Release.cast t <> `No -> ()
  | t -> need false "annotation" "a term that is not allowed: %a" Printer.pp_term (Logic_const.term t Linteger)
let predicate = function
  | Pfalse | Ptrue | Papp _ | Pseparated _ | Prel _ | Pand _ | Por _ | Pxor _ | Pimplies _ | Piff _ | Pnot _ | Pif _
  | Plet _ | Pforall _ | Pexists _ | Pat _ | Pvalid_read _ | Pvalid _ -> ()
  | _ -> refuse "annotation" "a predicate that is not allowed"
(* Definitions that name themselves. A person has seen that each does so with n - 1 in the place of n, and only where n
   is above a bound that stays: any other would be an axiom, perhaps a wrong one. *)
let recursive = [ "key"; "started"; "within"; "owed"; "lowest"; "debts"; "walk"; "linked"; "place"; "unmet"; "upto";
                  "since"; "members" ]
let plain typ = shape (Cil.unrollType typ)
let whole typ = match plain typ with `Int _ | `Enum -> true | _ -> false
let pointer typ = match plain typ with `Pointer _ | `Array _ | `Function _ -> true | _ -> false
let enum typ = plain typ = `Enum
let enumerators typ = match Release.node (Cil.unrollType typ) with `Enum items -> items | _ -> []
let bits typ = if whole typ then Cil.bitsSizeOf typ else 0
let unsigned typ = enum typ || Cil.isUnsignedInteger typ
(* In a declaration: a width that is not the machine's. *)
let named = [ "int16_t"; "uint16_t"; "int32_t"; "uint32_t"; "int64_t"; "uint64_t"; "size_t"; "tw_node" ]
let written typ = match shape typ with `Named name -> List.mem name named | `Int IBool | `Enum -> true | _ -> false
let points typ = match shape typ with `Pointer to_ -> written to_ || shape to_ = `Struct | _ -> false
let to_what allowed typ = match plain typ with `Pointer to_ -> allowed to_ | _ -> false
(* A `uint32_t *` parameter leads to a result, which is only written; to words of bits an `uint64_t *`. *)
let result_place v = to_what (fun to_ -> bits to_ = 32 && not (Cil.isConstType to_)) v.vtype
let words = to_what (fun to_ -> bits to_ = 64 && unsigned to_ && not (Cil.isGhostType to_))

(* What WP reads as C does (docs/trust.md, M10), in code and in ghost code: where it does not, numbers are seen
   to be 0 or more. *)
let value e = Cil.constFoldToInt e
let no_sum e = match (Cil.stripCasts e).enode with BinOp _ -> not (pointer (Cil.typeOf e)) | _ -> true
let is_number n e = value e = Some (Integer.of_int n)
let rec not_below_0 e =
  let typ = Cil.typeOf e in
  unsigned typ || (match value e with Some n -> Integer.ge n Integer.zero | None -> false) || match e.enode with
  | CastE (_, inner) -> not_below_0 inner && (bits typ > bits (Cil.typeOf inner) || not (unsigned (Cil.typeOf inner)))
  | BinOp ((Lt | Gt | Le | Ge | Eq | Ne | LAnd | LOr), _, _, _) | UnOp (LNot, _, _) -> true
  | BinOp ((PlusA | Mult | Div | Mod | BAnd | BOr | Shiftlt), a, b, _) -> not_below_0 a && not_below_0 b
  | _ -> false
let seen allowed what = need allowed "arithmetic" "%s that is not seen to be 0 or more" what
let becomes typ old number =
  let bare typ = Cil.typeDeepDropAllAttributes (Cil.unrollTypeDeep typ) in
  if pointer typ || pointer old then need (Cil_datatype.Typ.equal (bare typ) (bare old)) "subset" "a cast of a pointer"
  else if unsigned typ && not (enum typ || unsigned old) && bits typ > bits old then
    seen number "a number that becomes a wider unsigned one, and"
let numbers es = need (List.for_all (fun e -> whole (Cil.typeOf e)) es) "arithmetic" "an operation on what is no number"
let operation op a b = match op with
  | Mod -> seen (not_below_0 a && not_below_0 b) "a remainder of a number"
  | Shiftlt -> need (is_number 1 a) "arithmetic" "a shift to the left of what is not 1"
  | PlusPI ->
    need (no_sum a) "arithmetic" "a sum with a sum that is a pointer";
    seen (not_below_0 b || not (words (Cil.typeOf a))) "the number of an element"
  | PlusA | MinusA | Mult | Div | BAnd | BOr | BXor | Lt | Gt | Le | Ge | Eq | Ne | LAnd | LOr ->
    numbers [ a; b ]
  | _ -> refuse "arithmetic" "a shift to the right, a difference of pointers, or an operation that is not named"
(* The statements of a block, in their order, without the braces between them. *)
let rec flat stmts = List.concat_map (fun s -> match s.skind with
  | Block b -> flat b.bstmts
  | UnspecifiedSequence parts -> flat (List.map (fun (s, _, _, _, _) -> s) parts)
  | Instr (Skip _ | Code_annot _) -> []
  | _ -> [ s ]) stmts
(* A choice that is stored: Frama-C leaves out that both values become one type. *)
let rec choices branch = match List.rev (flat branch.bstmts) with
  | { skind = Instr (Set (_, e, _)); _ } :: _ ->
    let e = match e.enode with CastE (_, a) -> a | _ -> e in [ unsigned (Cil.typeOf e), not_below_0 e ]
  | { skind = Instr (Call (Some _, { enode = Lval (Var f, _); _ }, _, _)); _ } :: _ ->
    (match plain f.vtype with `Function typ -> [ unsigned typ, unsigned typ ] | _ -> [])
  | { skind = If (_, a, b, _); _ } :: _ -> choices a @ choices b
  | _ -> []
let choice a b = let values = choices a @ choices b in
  if choices a <> [] && choices b <> [] && List.exists fst values then
    seen (List.for_all snd values) "a choice of a number that becomes unsigned, and"

(* Counts of the theorem of bounded work (T7): a loop begins by counting a step; a write to the clock follows the count
   of a jump. *)
let is_count v = v.vglob && List.mem v.vname [ "tw_steps"; "tw_jumps" ]
let change s = match s.skind with
  | Instr (Set ((Var v, NoOffset), e, _)) when is_count v && s.ghost -> (match (Cil.stripCasts e).enode with
    | BinOp (PlusA, { enode = Lval (Var w, NoOffset); _ }, one, _) when w == v && is_number 1 one -> `Count v.vname
    | _ -> if is_number 0 e then `Begin else `Other)
  | _ -> `Other
let writes_clock s = match s.skind with
  | Instr (Set ((_, Field (f, _)), _, _) | Call (Some (_, Field (f, _)), _, _, _)) -> f.fname = "now" && not s.ghost
  | _ -> false
let rec before s = match s.preds with (* what comes before, along the only way, but for calls *)
  | [ { skind = Block _ | UnspecifiedSequence _ | Instr (Skip _ | Code_annot _ | Call _); _ } as other ]
    when not (writes_clock other) -> before other
  | [ other ] -> other | _ -> s
let rec leaves s = match s.skind with (* a loop *)
  | Break _ -> true
  | If (_, a, b, _) -> List.for_all leaves (flat (a.bstmts @ b.bstmts)) | _ -> false
let rec counts_a_step = function
  | s :: rest -> change s = `Count "tw_steps" || (leaves s && counts_a_step rest) | [] -> false
(* A name of logic has one definition in src/. Others know two wheels. *)
let names : (string, unit) Hashtbl.t = Hashtbl.create 97
let defined : (int, unit) Hashtbl.t = Hashtbl.create 97
let begun : (int, unit) Hashtbl.t = Hashtbl.create 97 (* locals with a value *)
let is_defined f =
  need (Hashtbl.mem defined f.l_var_info.lv_id) "annotation" "%s, which no file defines before" f.l_var_info.lv_name
let once name =
  where := name; must (not (Hashtbl.mem names name)) "annotation" "two of this name"; Hashtbl.replace names name ()
(* The functions above: length with all that they call; do they read memory, or begin a count? *)
let above : (string, int * bool * bool) Hashtbl.t = Hashtbl.create 97
let asked = ref true (* is the timer of a parameter `id` known to be active, or not? *)
let variable e = match (Cil.stripCasts e).enode with Lval (Var v, NoOffset) -> Some v | _ -> None
let rec array e = match e.enode with BinOp (PlusPI, a, _, _) | CastE (_, a) -> array a | node -> node
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
(* What it does: writes to variables of the program or to memory, and calls that do. *)
let rec effects s = List.concat_map (fun s -> match s.skind with
  | If (_, a, b, _) -> List.concat_map effects (a.bstmts @ b.bstmts)
  | Instr (Set ((Var v, _), _, _) | Call (Some (Var v, _), _, _, _)) when v.vtemp && not (changes s) -> []
  | Instr (Set _ | Call (Some _, _, _, _)) -> [ s ]
  | _ -> if changes s then [ s ] else []) (flat [ s ])
(* Does it return a number if an `_is_active` of `id`, called just before, has said no? *)
let asks s = match s.skind, s.preds with
  | If ({ enode = (Lval (Var w, _) | UnOp (LNot, { enode = Lval (Var w, _); _ }, _)); _ } as e, yes, no, _),
    [ { skind = Instr (Call (Some (Var v, _), { enode = Lval (Var f, _); _ }, _ :: id :: _, _)); _ } ]
    when List.mem f.vname [ "tw_hier_is_active"; "tw_hashed_is_active" ] ->
    let inactive = match e.enode with Lval _ -> no | _ -> yes in
    v == w && (match variable id with Some v -> v.vname = "id" | None -> false) && (match flat inactive.bstmts with
      | [ { skind = Instr (Set (_, answer, _)); _ }; { skind = Goto (to_, _); _ } ] ->
        value answer <> None && (match !to_.skind with Return _ -> true | _ -> false)
      | _ -> false)
  | _ -> false
let is_returned v = function
  | [ { skind = Instr (Set ((Var { vname = "__retres"; _ }, _), e, _)); _ } ] -> Option.equal (==) (variable e) (Some v)
  | _ -> false

class walk = object (self)
  inherit Visitor.frama_c_inplace
  val mutable length = 0
  val mutable reads = false
  val mutable early = true (* nothing was done but to begin counts *)
  val mutable begins = false
  val mutable counts = 0 (* where code names a count; less what it may *)
  val mutable last = 0 (* where the last assignment begins in the text *)

  method private ghost = let is what = Option.fold ~none:false ~some:what in
    is (fun s -> s.ghost) self#current_stmt || is (fun f -> f.svar.vghost) self#current_func
  (* An expression does one thing. What is evaluated after an assignment begins behind it in the text. A call that
     changes memory stands alone, gives a variable its value, or is returned. *)
  method private order s =
    let start = (fst (Cil_datatype.Stmt.loc s)).Filepath.pos_cnum in
    let alone result = not (changes s) || (match result with
      | None -> true
      | Some (Var v, NoOffset) -> not v.vtemp || is_returned v s.succs
      | Some _ -> false) in
    need (match s.skind with
      | Instr (Set _) -> start >= last
      | Instr (Call (result, _, _, _)) -> start > last && alone result
      | Instr (Local_init _) | If _ -> start > last
      | UnspecifiedSequence _ -> List.length (effects s) <= 1
      | _ -> true) "order" "an assignment, or a call that changes memory, within an expression";
    match s.skind with
    | Instr (Set ((Var v, _), _, _) | Call (Some (Var v, _), _, _, _)) when v.vtemp -> ()
    | Instr (Set _ | Call (Some _, _, _, _)) -> last <- start
    | _ -> if changes s then last <- start
  method private strict = product && self#current_stmt <> None && not self#ghost
  method private calls f given =
    must (List.for_all no_sum given) "arithmetic" "a sum with a pointer that does not lead to memory";
    match Hashtbl.find_opt above f.vname with
    | Some (others, reads_too, begins) ->
      length <- length + others; reads <- reads || reads_too;
      must (not begins) "count" "calls %s, which begins a count" f.vname
    | None -> need client "call" "calls %s, which is not defined above" f.vname
  method private place lval =
    let typ = Cil.typeOfLval lval in
    must (whole typ || pointer typ) "subset" "a struct as a value";
    match fst lval with Var v -> must (not v.vformal) "subset" "a parameter that changes" | _ -> ()
  method private cast typ a =
    need (match a.enode with BinOp ((PlusA | MinusA | Mult), _, _, of_) -> unsigned of_ || unsigned typ | _ -> true)
      "arithmetic" "a signed sum that becomes another signed type: of the copies that `||` makes, one has a guard";
    becomes typ (Cil.typeOf a) (not_below_0 a);
    need (if enum typ then List.exists (fun one -> value one.eival = value a) (enumerators typ)
      else not (enum (Cil.typeOf a))) "subset" "a cast from an enum, or to one that lacks the value";
    if self#strict then begin
      let result = match array a with Lval (Var v, _) -> v.vformal && result_place v | _ -> false in
      need (not result) "subset" "a result that becomes constant, and could be read";
      need (match shape typ with
        | `Int (IBool | ILongLong | IULongLong) | `Pointer _ -> true
        | `Int (IInt | IUInt) -> value a <> None || bits (Cil.typeOf a) < bits typ
        | `Named name -> List.mem name named || pointer typ
        | _ -> value a <> None) "subset" "a cast to a type of the machine";
      let is_word = match variable a with Some v -> List.mem v.vname [ "first_word"; "last_word" ] | None -> false in
      need (shape typ <> `Named "size_t" || !where = "tw_bitset_next" && is_word) "text"
        "a conversion to size_t, whose width is the machine's"
    end

  method! vattr a = attribute a; Cil.DoChildren
  method! vtype typ = need (shape typ <> `No) "subset" "the type %a" Printer.pp_typ typ; Cil.DoChildren
  method! vexpr e =
    let strict = self#strict in
    if strict then length <- length + 1; expression e;
    let no_enum a = need (not (strict && enum (Cil.typeOf a))) "subset" "an enum that is computed with" in
    (match e.enode with
      | Const (CInt64 (_, _, Some text)) when strict ->
        need (List.length (String.split_on_char 'l' (String.lowercase_ascii text)) <> 2) "subset" "a long constant"
      | Lval (Mem from, _) when strict -> reads <- true; (match array from with
        | Lval (Var v, _) -> need (not (result_place v)) "subset" "a result that is read"
        | Lval (_, Field ({ fname = "deadlines"; _ }, _)) ->
          need !asked "subset" "a deadline that is read before it is asked whether the timer is active";
          need (match from.enode with BinOp (PlusPI, _, n, _) -> value n = None | _ -> false) "subset"
            "a deadline that is read, and is always that of one timer"
        | _ -> ())
      | UnOp ((LNot | BNot) as op, a, _) -> numbers [ a ]; if op = BNot then no_enum a
      | UnOp (Neg, a, typ) ->
        need (value a <> None && not (unsigned typ)) "arithmetic" "a minus sign that is not a number's"; no_enum a
      | BinOp (op, a, b, _) -> operation op a b; no_enum a; no_enum b
      | CastE (typ, a) -> self#cast typ a
      | AddrOf _ -> need (not (strict || self#ghost)) "subset" "an address"
      | _ -> ()); Cil.DoChildren
  method! vlval (host, _) =
    (match host with
      | Var v when is_count v -> counts <- counts + 1
      | Var v when v.vdefined && not (v.vglob || v.vformal) ->
        need (Hashtbl.mem begun v.vid) "subset" "a local that is read before it has a value"
      | _ -> ()); Cil.DoChildren
  method! voffs offset =
    (match offset with Index (e, _) -> seen (not_below_0 e) "the number of an element" | _ -> ()); Cil.DoChildren
  method! vinst i =
    (match i with
      | Call (result, { enode = Lval (Var f, NoOffset); _ }, given, _) ->
        self#calls f given;
        (match result, plain f.vtype with
          | Some place, `Function typ -> self#place place; becomes (Cil.typeOfLval place) typ (unsigned typ)
          | _ -> ())
      | Call _ -> refuse "call" "a call that names no function"
      | Set (place, e, _) ->
        need (no_sum e) "arithmetic" "a sum with a pointer that does not lead to memory"; self#place place
      | Local_init (_, ConsInit (f, given, _), _) -> self#calls f given
      | _ -> ());
    Cil.DoChildrenPost (fun is -> (match i with Local_init (v, _, _) -> Hashtbl.replace begun v.vid () | _ -> ()); is)
  method! vvdec v =
    need (v.vstorage = NoStorage || v.vstorage = Static) "subset" "a storage class";
    need (String.lowercase_ascii v.vorig_name = v.vorig_name) "subset" "the name %s" v.vorig_name;
    (match self#current_func with
      | Some f when not v.vformal && v != f.svar ->
        need ((whole v.vtype || client) && v.vstorage = NoStorage) "subset" "a local that is no number, or is static";
        must (v.vghost || v.vtemp || v.vname = "__retres" || (written v.vtype && v.vdefined)) "subset"
          "a local without a value, or of a type of the machine: %s" v.vname
      | _ -> must (not v.vformal || written v.vtype || points v.vtype) "subset" "a parameter's type"); Cil.DoChildren
  method! vstmt_aux s =
    if self#strict then begin length <- length + 1; self#order s end;
    statement s;
    (match s.skind with
      | If (e, a, b, _) ->
        numbers [ e ]; if not self#ghost then choice a b;
        if asks s && List.memq s (flat (Option.get self#current_func).sbody.bstmts) then asked := true
      | Loop (_, body, _, _, _) ->
        let has test = List.exists (fun a -> test a.annot_content) (Annotations.code_annot s) in
        need (has (function AVariant _ -> true | _ -> false) && has (function AAssigns _ -> true | _ -> false))
          "annotation" "a loop without loop variant or loop assigns";
        need (not self#strict || counts_a_step (flat body.bstmts)) "count" "a loop that does not first count a step"
      | _ -> ());
    (match change s with
      | `Count _ -> counts <- counts - 2
      | `Begin ->
        counts <- counts - 1; begins <- true;
        must (early && (Option.get self#current_func).svar.vstorage <> Static) "count"
          "begins a count, and is not public, or not at its beginning"
      | `Other -> (match s.skind with Instr (Skip _ | Code_annot _) | Block _ -> () | _ -> early <- false));
    must (not (writes_clock s) || List.mem !where [ "tw_hier_init"; "tw_hashed_init" ]
          || change (before s) = `Count "tw_jumps") "count" "a write to the clock that is not counted";
    match s.skind with
    | Block b when b.bscoping -> let before = last in Cil.DoChildrenPost (fun s -> last <- before; s)
    | _ -> Cil.DoChildren

  method! vcode_annot a = code_annotation a.annot_content; Cil.DoChildren
  method! vspec s = need (s.spec_variant = None) "annotation" "a function with a measure"; Cil.DoChildren
  method! vbehavior b = behavior b; Cil.DoChildren
  method! vterm_node t =
    term t;
    (match t with
      | _ when (match Release.cast t with `To (Ctype typ) -> plain typ = `Int IBool | _ -> false) ->
        need false "arithmetic" "a cast to bool, which WP computes in two ways"
      | Tapp (f, _, _) -> is_defined f
      | TBinOp (Shiftlt, { term_node = TConst (Integer (one, _)); _ }, _) when Integer.equal one Integer.one -> ()
      | TBinOp ((Shiftlt | Shiftrt), _, _) -> (* WP compares it wrongly with 0, and with another *)
        need (Option.fold ~none:true ~some:(fun f -> f.svar.vghost) self#current_func) "arithmetic"
          "a shift, but to the left of 1, outside of ghost functions"
      | _ -> ()); Cil.DoChildren
  method! vpredicate_node p =
    predicate p; (match p with Papp (f, _, _) -> is_defined f | _ -> ()); Cil.DoChildren
  method! vannotation a =
    let define f = Hashtbl.replace defined f.l_var_info.lv_id () in
    match a with
    | Dfun_or_pred ({ l_body = LBterm _ | LBpred _; l_tparams = []; l_var_info = { lv_name; _ }; _ } as f, _) ->
      once lv_name;
      if List.mem lv_name recursive then define f;
      Cil.DoChildrenPost (fun a -> define f; a)
    | Dlemma (name, _, [], p, _, _) -> once name; used "a lemma" p; Cil.DoChildren
    | _ -> refuse "annotation" "an axiom, or an annotation that is not allowed"; Cil.DoChildren

  method! vfunc f =
    where := f.svar.vname;
    asked := List.for_all (fun v -> v.vname <> "id" || pointer v.vtype) f.sformals;
    Cil.DoChildrenPost (fun f ->
      must (counts = 0) "count" "changes or hands on a count in another way";
      must (not (reads && Filename.check_suffix !where "_init")) "subset" "reads what it has not written";
      Hashtbl.replace above !where (length, reads, begins);
      item "length" !where (string_of_int length); f)
end

(* Globals. What a person has to review of one: all but the bodies of functions of src/ and spec/, and the static
   functions that users do not call. *)
let printed g = Format.asprintf "%a" Printer.pp_global g
let said kf = Format.asprintf "%a" Printer.pp_funspec (Annotations.funspec kf)
let file_of loc = Filename.basename (Filepath.Normalized.to_pretty_string (fst loc).Filepath.pos_path)
let shown g = match g with
  | GFun (f, loc) when not (f.svar.vghost || client && not (String.starts_with ~prefix:"tw_" (file_of loc))) ->
    if f.svar.vstorage = Static && not (List.mem (file_of loc) [ "tw_clock.h"; "tw_ticks.h" ]) then ""
    else printed (GFunDecl (Annotations.funspec (Globals.Functions.get f.svar), f.svar, loc))
  | _ -> printed g
let contract kf =
  let spec = Annotations.funspec kf in
  let is wanted p = p.ip_content.tp_statement.pred_content = wanted in
  need (Option.fold ~none:false ~some:(is Ptrue) spec.spec_terminates) "annotation" "no terminates \\true";
  match List.find_opt Cil.is_default_behavior spec.spec_behavior with
  | Some { b_assigns = Writes _; b_post_cond = after; _ } ->
    need (List.exists (fun (how, p) -> how = Exits && is Pfalse p) after) "annotation" "no exits \\false"
  | _ -> refuse "annotation" "a contract without assigns"
let global g =
  where := "";
  item "text" "" (shown g);
  match g with
  | GFunDecl (_, v, _) -> if not v.vdefined then item "assumed" v.vname (said (Globals.Functions.get v))
  | GFun (f, _) ->
    let v = f.svar in
    let kf = Globals.Functions.get v and is_static = v.vstorage = Static in
    where := v.vname; contract kf;
    let answer typ = if product then written typ || plain typ = `Void else not (pointer typ) in
    need (match plain v.vtype with `Function typ -> answer typ | _ -> true) "subset"
      "an answer that is a pointer, or of a type of the machine";
    item (if v.vghost then "ghost" else if is_static then "static" else "public") !where (printed g);
    item "contract" !where (said kf)
  | GAnnot (Dlemma (name, _, [], _, _, _), _) -> item "lemma" name (shown g)
  | GVar (v, _, _) | GVarDecl (v, _) -> need (v.vghost && is_count v) "subset" "a variable outside of functions"
  | GAnnot _ | GType _ | GCompTag _ | GCompTagDecl _ | GEnumTag _ | GEnumTagDecl _ -> ()
  | _ -> refuse "subset" "text that is no C"

let () = Release.extend (fun () -> Ast.compute ();
  List.iter (fun g ->
    global g;
    ignore (Visitor.visitFramacGlobal (new walk :> Visitor.frama_c_visitor) g)) (Ast.get ()).globals;
  output_string out "end\n"; close_out out)
