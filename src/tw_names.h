/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* To a compiler and a linker, the name of each call ends with the geometry: tw_hier_stop_256,
   tw_hashed_stop_256_4096, or tw_hier_stop_16_8 with 8 levels. So files of different geometries do not
   link. You write tw_hier_stop.
   TW_PLAIN_NAMES takes the ends away, for tools that read names. */
#if !defined __FRAMAC__ && !defined TW_PLAIN_NAMES
/* The clock's face: its radix, and its levels if there are 8. */
#if TW_LEVELS == 8
#define TW_FACE TW_NAME(TW_RADIX, _8)
#else
#define TW_FACE TW_RADIX
#endif
#define TW_HASHED_NAME(name) TW_NAME(TW_NAME(name, TW_FACE), TW_NAME(_, TW_HASHED_SLOTS))

#define tw_hier_init TW_NAME(tw_hier_init_, TW_FACE)
#define tw_hier_start TW_NAME(tw_hier_start_, TW_FACE)
#define tw_hier_start_at TW_NAME(tw_hier_start_at_, TW_FACE)
#define tw_hier_stop TW_NAME(tw_hier_stop_, TW_FACE)
#define tw_hier_restart TW_NAME(tw_hier_restart_, TW_FACE)
#define tw_hier_restart_at TW_NAME(tw_hier_restart_at_, TW_FACE)
#define tw_hier_advance TW_NAME(tw_hier_advance_, TW_FACE)
#define tw_hier_next TW_NAME(tw_hier_next_, TW_FACE)
#define tw_hier_earliest TW_NAME(tw_hier_earliest_, TW_FACE)
#define tw_hier_now TW_NAME(tw_hier_now_, TW_FACE)
#define tw_hier_is_active TW_NAME(tw_hier_is_active_, TW_FACE)
#define tw_hier_remaining TW_NAME(tw_hier_remaining_, TW_FACE)
#define tw_hier_is_empty TW_NAME(tw_hier_is_empty_, TW_FACE)
#define tw_hier_audit TW_NAME(tw_hier_audit_, TW_FACE)

#define tw_hashed_init TW_HASHED_NAME(tw_hashed_init_)
#define tw_hashed_start TW_HASHED_NAME(tw_hashed_start_)
#define tw_hashed_start_at TW_HASHED_NAME(tw_hashed_start_at_)
#define tw_hashed_stop TW_HASHED_NAME(tw_hashed_stop_)
#define tw_hashed_restart TW_HASHED_NAME(tw_hashed_restart_)
#define tw_hashed_restart_at TW_HASHED_NAME(tw_hashed_restart_at_)
#define tw_hashed_advance TW_HASHED_NAME(tw_hashed_advance_)
#define tw_hashed_next TW_HASHED_NAME(tw_hashed_next_)
#define tw_hashed_earliest TW_HASHED_NAME(tw_hashed_earliest_)
#define tw_hashed_now TW_HASHED_NAME(tw_hashed_now_)
#define tw_hashed_is_active TW_HASHED_NAME(tw_hashed_is_active_)
#define tw_hashed_remaining TW_HASHED_NAME(tw_hashed_remaining_)
#define tw_hashed_is_empty TW_HASHED_NAME(tw_hashed_is_empty_)
#define tw_hashed_audit TW_HASHED_NAME(tw_hashed_audit_)
#endif
