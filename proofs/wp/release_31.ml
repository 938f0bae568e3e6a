(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The same as 31 names it, and 30.0+dev before it. *)
open Cil_types

let node typ = match typ.tnode with
  | TInt kind -> `Int kind
  | TEnum info -> `Enum info.eitems
  | TPtr to_ -> `Pointer to_
  | TArray (of_, Some _) -> `Array of_
  | TNamed info -> `Named info.tname
  | TComp _ -> `Struct
  | TFun (result, Some _, false) -> `Function result
  | TVoid -> `Void
  | _ -> `No
let attribute (name, given) = name, given = []
let cast = function TCast (_, typ, _) -> `To typ | TConst (Boolean _) -> `Boolean | _ -> `No
let extend = Boot.Main.extend
