# SPDX-License-Identifier: Apache-2.0 OR MIT
# Usage: awk -f packaging/manual.awk -v version=VERSION
#            src/tw_geometry.h src/tw_clock.h src/tw_status.h packaging/example.c src/tw_WHEEL.h
# Writes the manual page of a wheel, from the comments of these headers and from the example; or that of src/tw_ticks.h, without
# the example. With -v names=1 it prints the names of the functions instead.
BEGIN { constant = "TW_(RADIX|HASHED_SLOTS|PERIOD|SLOTS|SLEEP_MAX|CAPACITY_MAX|UNBOUNDED)" }

function roff(text) { # returns a line of text in roff, `code` in bold
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    while (match(text, /`[^`]*`/)) {
        text = substr(text, 1, RSTART - 1) "\\fB" substr(text, RSTART + 1, RLENGTH - 2) "\\fP" substr(text, RSTART + RLENGTH)
    }
    return text ~ /^[.']/ ? "\\&" text : text
}

# Returns a line in roff, in parts that fit a page of 80 columns: the next part stands below the line's second column.
function folded(text, width,    at, second, out) {
    second = match(text, /[^ ]  +[^ ]/) ? RSTART + RLENGTH - 1 : 9
    while (length(text) > width) {
        for (at = width + 1; substr(text, at, 1) != " " && at > second; at--) { }
        if (at <= second) { break }
        out = out roff(substr(text, 1, at - 1)) "\n"
        text = sprintf("%" (second - 1) "s", "") substr(text, at + 1)
    }
    return out roff(text) "\n"
}

# Returns text in roff: lines that are set in by 5 keep their layout; `next_one` begins a paragraph.
function paragraphs(text, next_one,    n, i, line, literal, out) {
    n = split(text, line, "\n")
    for (i = 1; i <= n; i++) {
        sub(/[ \t]+$/, "", line[i])
        if (line[i] == "") { pending = 1; continue }
        if (line[i] ~ /^ *Cost: / && i > 1) { pending = 1 }
        if ((line[i] ~ /^     /) != literal) {
            literal = !literal
            out = out (literal ? next_one "\n.nf\n" : ".fi\n" (pending ? next_one "\n" : ""))
        } else if (pending) {
            out = out (literal ? "\n" : next_one "\n")
        }
        pending = 0
        sub(literal ? "^     " : "^ +", "", line[i])
        out = out (literal ? folded(line[i], next_one == ".IP" ? 65 : 73) : roff(line[i]) "\n")
    }
    pending = 0
    return out (literal ? ".fi\n" : "")
}

function squeezed(text) {
    gsub(/[ \t\n]+/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
}

function entry(signature) { # adds a function or macro, which `words` describe
    synopsis = synopsis ".PP\n.BI \"" signature "\"\n"
    body = body ".TP\n.B " roff(signature) "\n" paragraphs(words, ".IP")
    words = ""
}

FNR == 1 {
    if (file == "tw_status") { theorems = head }
    file = FILENAME
    sub(/.*\//, "", file)
    sub(/\.h$/, "", file)
    words = head = ""
}

# The example: its lines from the first #include on; its last comment is its output.
file == "example.c" && /^#include/ { quoting = 1 }
file == "example.c" && quoting { example = example ($0 ~ /^\*\/$/ ? "" : $0 "\n") }
file == "example.c" { next }

# Comments in words: kept until the declaration that they describe.
/^\/\*@/ || logic { logic = !/\*\//; next }
/^\/\*/ || comment {
    line = $0
    if (!comment) { words = "" }
    comment = line !~ /\*\//
    sub(/^\/\*/, "", line)
    sub(/\*\/.*$/, "", line)
    words = words (words == "" ? "" : "\n") line
    next
}
/^#ifndef TW_/ && head == "" { head = words; next }

# enum tw_status: a value and its comment, which may take some lines.
file == "tw_status" && /^    TW_[A-Z_]*,? *\/\*/ { value = $1; sub(/,$/, "", value); meaning = "" }
file == "tw_status" && value != "" {
    line = $0
    sub(/.*\/\*/, "", line)
    meaning = meaning " " line
    if (sub(/\*\/.*/, "", meaning)) {
        statuses = statuses ".TP\n.B " value "\n" roff(squeezed(meaning)) "\n"
        value = ""
    }
    next
}

# The constants of all wheels.
$1 == "#define" && $2 ~ "^" constant "$" && words != "" {
    constants = constants ".TP\n.B " $2 "\n" roff(squeezed(words)) "\n"
    words = ""
}
file !~ /^tw_(hier|hashed|ticks)$/ { next }
file == "tw_ticks" && sub(/^static inline /, "") { $0 = $0 ";" }

/^#define [A-Z_]*\(/ && words != "" {
    signature = $0
    sub(/^#define /, "", signature)
    sub(/\).*/, ")", signature)
    entry(signature)
    next
}
/^[a-z][a-z_0-9 ]*[ *]tw_[a-z_]*\(/ || declaration != "" {
    declaration = declaration " " $0
    if ($0 !~ /;/) { next }
    sub(/\/\*@.*\*\//, "", declaration) # ghost arguments
    declaration = squeezed(declaration)
    sub(/ *;/, ";", declaration)
    name = declaration
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    list = list (list == "" ? "" : ", ") name
    if (names) { print name }
    entry(declaration)
    declaration = ""
}

# The program, with the names of this wheel, and its output.
function examples(    out, parts) {
    if (file ~ /hashed/) {
        gsub(/tw_hier/, "tw_hashed", example)
        gsub(/TW_HIER/, "TW_HASHED", example)
    }
    gsub(/\\/, "\\e", example)
    gsub(/-/, "\\-", example)
    split(example, parts, /\/\* It prints:\n/)
    out = "A program that calls late, with a periodic timer:\n.PP\n.nf\n" parts[1]
    return out ".fi\n.PP\nIt prints\n.PP\n.nf\n" parts[2] ".fi\n"
}

END {
    if (names) { exit }
    title = file ~ /hier/ ? "hierarchical timing wheel" : file ~ /hashed/ ? "hashed timing wheel" : "milliseconds and narrow counters"
    sub(/^[^\n]*(\n[^\n]+)*\n\n/, "", theorems) # the first paragraph is about the header
    print ".\\\" SPDX-License-Identifier: Apache-2.0 OR MIT"
    print ".\\\" Written by packaging/manual.awk from src/" file ".h"
    print ".TH " toupper(file) " 3 \"\" \"timingwheel " version "\""
    print ".SH NAME\n" file ", " list " \\- " title
    printf ".SH SYNOPSIS\n.nf\n.B #include <" file ".h>\n.fi\n%s", synopsis
    print ".PP\nCompile and link with\n.BR \"pkg\\-config \\-\\-cflags \\-\\-libs timingwheel\" ."
    printf ".SH DESCRIPTION\n%s", paragraphs(head, ".PP")
    printf ".SH CONSTANTS\n%s.SH FUNCTIONS\n%s", constants, body
    print ".SH RETURN VALUE\nFunctions of type\n.B enum tw_status\nreturn:"
    printf "%s", statuses
    if (file != "tw_ticks") { printf ".SH EXAMPLES\n%s.SH THEOREMS\n%s", examples(), paragraphs(theorems, ".PP") }
    others = "tw_hier (3), tw_hashed (3), tw_ticks (3)"
    sub(file " [(]3[)](, )?", "", others)
    sub(/, $/, "", others)
    print ".SH SEE ALSO"
    while (sub(/, /, ",\n.BR ", others)) { }
    print ".BR " others
}
