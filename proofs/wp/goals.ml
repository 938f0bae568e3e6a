(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What WP finds. Frama-C loads this module, which asks WP's own table of goals, and Frama-C's of properties. It writes
   to the file $TOLD, a line an item, with \x1f between its fields:
     goal or smoke  NAME FUNCTION PLACE PROVER VERDICT STEPS SECONDS CACHED   when the prover has answered
     property       FUNCTION PLACE STATUS WORDS; or given, if it is a requirement: its callers prove it
     end            nothing is missing *)
open Wp

let out = open_out (Sys.getenv "TOLD")
let item kind fields =
  output_string out (String.map (fun c -> if c = '\n' then ' ' else c) (String.concat "\x1f" (kind :: fields)) ^ "\n");
  flush out
let name_of = function Some f -> Kernel_function.get_name f | None -> ""
let place property =
  let at = fst (Property.location property) in
  Printf.sprintf "%s:%d" (at.Filepath.pos_path :> string) at.Filepath.pos_lnum
let verdict = function
  | VCS.Valid -> "Valid" | Stepout -> "Stepout" | Unknown -> "Unknown" | Timeout -> "Timeout" | Failed -> "Failed"
  | Invalid -> "Invalid" | Computing _ | NoResult -> ""

let told = Hashtbl.create 997
let tell goal (prover, result) =
  let name = Wpo.get_gid goal and prover = VCS.title_of_prover prover and said = verdict result.VCS.verdict in
  if said <> "" && Hashtbl.find_opt told (name, prover) <> Some result then begin
    Hashtbl.replace told (name, prover) result;
    let owner = match Wpo.get_index goal with Function (f, _) -> Some f | Axiomatic _ -> None in
    item (if Wpo.is_smoke_test goal then "smoke" else "goal")
      [ name; name_of owner; place (Wpo.get_property goal); prover; said; string_of_int result.prover_steps;
        string_of_float result.prover_time; string_of_bool result.cached ]
  end
let ask () = Wpo.iter_on_goals (fun goal -> List.iter (tell goal) (Wpo.get_results goal))

(* What has no goal is valid only where control does not come, as an exit of a function that calls none. *)
let show property =
  let words = Format.asprintf "%a" Property.short_pretty property in
  let status = Property_status.Feedback.get property and owner = name_of (Property.get_kf property) in
  let at = place property and no_goal = Wpo.goals_of_property property = [] in
  let kind = match property with
    | IPPredicate { ip_kind = PKRequires _ | PKAssumes _; _ } -> "given"
    | IPPredicate _ | IPCodeAnnot _ | IPAssigns _ | IPFrom _ when status = Valid && no_goal ->
      item "goal" [ Property.Names.get_prop_name_id property; owner; at; "CFG"; "Valid"; "0"; "0"; "false" ];
      "property"
    | _ -> "property" in
  item kind [ owner; at; Format.asprintf "%a" Property_status.Feedback.pretty status; words ]
let finish () =
  ask ();
  Wpo.iter_on_goals (fun goal -> if Wpo.get_results goal = [] then tell goal (VCS.Qed, VCS.failed "not tried"));
  Property_status.iter show;
  item "end" []

(* WP says something when a prover has answered. To look at all goals each time takes a tenth of the time at most. *)
let began = Unix.gettimeofday ()
let spent = ref 0.
let look _ =
  let now = Unix.gettimeofday () in
  if !spent < 0.1 *. (now -. began) then begin ask (); spent := !spent +. Unix.gettimeofday () -. now end
let () =
  Log.add_listener ~plugin:"wp" look;
  at_exit finish
