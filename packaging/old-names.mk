# SPDX-License-Identifier: Apache-2.0 OR MIT
# The former names of commands, and what they are now. They work in version 2.0, and say the new name on stderr.

old_bmc-full        = bmc FULL=1
old_bmc-selftest    = bmc SELFTEST=1
old_figures         = update WHAT=figures$(if $(FIGURES),, CHECK=1)
old_format          = update WHAT=layout
old_fuzz-libfuzzer  = fuzz ENGINE=libfuzzer
old_fuzz-repro      = fuzz INPUT="$(or $(INPUT),$(error make fuzz INPUT=file))"
old_fuzz-selftest   = fuzz SELFTEST=1
old_fuzz-wide       = fuzz ENGINE=wide
old_gate            = prove GATE=1
old_impostors-quick = impostors QUICK=1
old_mcdc            = coverage MCDC=1
old_mutants-quick   = mutants QUICK=1
old_obligations     = prove OBLIGATIONS=only
old_report          = evidence
old_vectors         = update WHAT=vectors

OLD_NAMES = $(sort $(patsubst old_%,%,$(filter old_%,$(.VARIABLES))))
.PHONY: $(OLD_NAMES)
$(OLD_NAMES):
	@echo 'make $@: the new name is make $(subst $(MAKE),make,$(old_$@))' >&2
	@$(MAKE) $(old_$@)
