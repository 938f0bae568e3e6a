# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Prints the line of a proof, and what is wrong with it."""
SHOWN = 3


def show(row):
    percent = 100 * row["reached"] // row["places"] if row["places"] else 0
    print(f"{row['name']:30}{row['geometry']:>9}{row['properties']:11}  {row['verdict']:8}"
          f"{row['reached']:4}/{row['places']:<4}{percent:4} %{row['seconds']:8.1f} s", flush=True)
    show_failures(row)


def show_failures(row):
    for fault in row["faults"]:
        print(f"    {fault}")
    for number, failure in enumerate(row["failed"]):
        if number == SHOWN:
            print(f"    and {len(row['failed']) - SHOWN} more properties")
            break
        print(f"    {failure['what']} ({failure['where']}, {failure['property']})")
        if number == 0:
            print("".join(f"        {line}\n" for line in failure["calls"]), end="", flush=True)
