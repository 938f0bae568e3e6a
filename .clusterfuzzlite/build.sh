#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
exec "$SRC/timingwheel/fuzz/build.sh"
