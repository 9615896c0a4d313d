"""BenchExec's tool-info module for Kyklos: how to run it, and how to read its answers.

With the root of the project on PYTHONPATH, its name is contrib.benchexec.kyklos; README.md beside this file has more.
"""

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

# What tells a property, and the kinds of checks that it asks for.
CHECKS = {
    "reach_error": "assert",
    "__VERIFIER_error": "assert",
    "overflow": "overflow",
    "valid-deref": "bounds,null",
}

# What a kind of error means as a violation of a property.
VIOLATIONS = {
    "assertion": result.RESULT_FALSE_REACH,
    "error-statement": result.RESULT_FALSE_REACH,
    "overflow": result.RESULT_FALSE_OVERFLOW,
    "division-overflow": result.RESULT_FALSE_OVERFLOW,
    "out-of-bounds": result.RESULT_FALSE_DEREF,
    "null-dereference": result.RESULT_FALSE_DEREF,
    "dangling-pointer": result.RESULT_FALSE_DEREF,
    "invalid-free": result.RESULT_FALSE_FREE,
}

VERDICT = re.compile(r"^verdict: (\w+)$")
ERROR = re.compile(r"^error: .* \[([a-z-]+)\]$")
STATISTIC = re.compile(r"([\w ]+): (\d+(?:\.\d+)?)")


class Tool(benchexec.tools.template.BaseTool2):
    """Kyklos, a symbolic executor for programs with loops."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("kyklos")

    def name(self):
        return "Kyklos"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="kyklos")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", *options]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            command += ["--data-model", model]
        if isinstance(task.options, dict) and "entry" in task.options:
            command += ["--entry", str(task.options["entry"])]
        if task.property_file and "--check" not in options:
            command += self._checks(task.property_file)
        # The tool's own limits lie a little below those of BenchExec, so that it still reports.
        limit = rlimits.cputime or rlimits.walltime
        if "--timeout" not in options:
            command += ["--timeout", str(max(1, limit - 2) if limit else 0)]
        if "--memory" not in options:
            megabytes = rlimits.memory // 1_000_000 if rlimits.memory else 0
            command += ["--memory", str(max(1, megabytes * 9 // 10) if megabytes else 0)]
        return [*command, "--stats", task.single_input_file]

    def _checks(self, property_file):
        try:
            with open(property_file, encoding="utf-8") as file:
                text = file.read()
        except OSError:
            # Only the command line is asked for, for a file that is not there.
            return []
        for part, checks in CHECKS.items():
            if part in text:
                return ["--check", checks]
        raise benchexec.tools.template.UnsupportedFeatureException(
            f"Kyklos does not know the property in '{property_file}'"
        )

    def determine_result(self, run):
        if run.exit_code.value == 2:
            return "ERROR (not accepted)"
        if run.exit_code.value == 101:
            return "ERROR (internal)"
        verdict = None
        kind = None
        for line in run.output:
            line = line.strip()
            if found := VERDICT.match(line):
                verdict = found.group(1)
            elif kind is None and (found := ERROR.match(line)):
                kind = found.group(1)
        if verdict in ("safe", "unreachable"):
            return result.RESULT_TRUE_PROP
        if verdict in ("unsafe", "reachable"):
            return VIOLATIONS.get(kind, result.RESULT_FALSE_PROP)
        if verdict == "unknown":
            return result.RESULT_UNKNOWN
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        for line in output:
            for name, value in STATISTIC.findall(line):
                if name.strip() == identifier:
                    return value
        return None
