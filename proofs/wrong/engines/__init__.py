# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The engines that can kill a mutant. An engine gets a tree with the mutant in it, and returns the first failure, or
nothing. Its results depend on the texts that its `reads` names."""
