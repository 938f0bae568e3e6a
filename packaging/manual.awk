# SPDX-License-Identifier: Apache-2.0 OR MIT
# Usage: awk -f packaging/manual.awk -v version=VERSION src/tw_status.h src/tw_WHEEL.h
# Writes the manual page of a wheel: what its header says in words. With -v names=1 the names of its functions.

function roff(text) { # for a line of text: `code` in bold
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    while (match(text, /`[^`]*`/)) {
        text = substr(text, 1, RSTART - 1) "\\fB" substr(text, RSTART + 1, RLENGTH - 2) "\\fP" substr(text, RSTART + RLENGTH)
    }
    return text ~ /^[.']/ ? "\\&" text : text
}

# Words, and between them what is set in as it stands; `next_one` begins another paragraph.
function paragraphs(text, next_one,    n, i, line, literal, out) {
    n = split(text, line, "\n")
    for (i = 1; i <= n; i++) {
        sub(/[ \t]+$/, "", line[i])
        if (line[i] == "") { pending = 1; continue }
        if ((line[i] ~ /^     /) != literal) {
            literal = !literal
            out = out (literal ? next_one "\n.nf\n" : ".fi\n" (pending ? next_one "\n" : ""))
        } else if (pending) {
            out = out (literal ? "\n" : next_one "\n")
        }
        pending = 0
        sub(literal ? "^     " : "^ +", "", line[i])
        out = out roff(line[i]) "\n"
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

function entry(signature) { # what `words` are about
    synopsis = synopsis ".PP\n.BI \"" signature "\"\n"
    body = body ".TP\n.B " roff(signature) "\n" paragraphs(words, ".IP")
    words = ""
}

FNR == 1 { file = FILENAME; sub(/.*\//, "", file); sub(/\.h$/, "", file); words = head = "" }

# Comments: those in words are kept until something follows that they are about.
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

# enum tw_status: a value and its comment, over some lines.
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
file == "tw_status" { next }

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

END {
    if (names) { exit }
    title = file ~ /hier/ ? "hierarchical timing wheel" : "hashed timing wheel"
    print ".\\\" SPDX-License-Identifier: Apache-2.0 OR MIT"
    print ".\\\" Written by packaging/manual.awk from src/" file ".h"
    print ".TH " toupper(file) " 3 \"\" \"timingwheel " version "\""
    print ".SH NAME\n" file ", " list " \\- " title
    printf ".SH SYNOPSIS\n.nf\n.B #include <" file ".h>\n.fi\n%s", synopsis
    print ".PP\nCompile and link with\n.BR \"pkg\\-config \\-\\-cflags \\-\\-libs timingwheel\" ."
    printf ".SH DESCRIPTION\n%s.SH FUNCTIONS\n%s", paragraphs(head, ".PP"), body
    print ".SH RETURN VALUE\nOf what returns\n.BR \"enum tw_status\" :"
    printf "%s", statuses
    print ".SH SEE ALSO\n.BR " (file ~ /hier/ ? "tw_hashed" : "tw_hier") " (3)"
}
