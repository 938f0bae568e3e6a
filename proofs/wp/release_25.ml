(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What releases of Frama-C name in different ways, as 25 names it. *)
open Cil_types

let node = function
  | TInt (kind, _) -> `Int kind
  | TEnum (info, _) -> `Enum info.eitems
  | TPtr (to_, _) -> `Pointer to_
  | TArray (of_, Some _, _) -> `Array of_
  | TNamed (info, _) -> `Named info.tname
  | TComp _ -> `Struct
  | TFun (result, Some _, false, _) -> `Function result
  | TVoid _ -> `Void
  | _ -> `No
let attribute a = Cil.attributeName a, (match a with Attr (_, given) -> given = [] | AttrAnnot _ -> false)
(* A cast, or a constant that a release has as a term of its own. *)
let cast = function TCastE (typ, _) -> `To (Ctype typ) | TLogic_coerce (typ, _) -> `To typ | _ -> `No
let extend = Db.Main.extend
