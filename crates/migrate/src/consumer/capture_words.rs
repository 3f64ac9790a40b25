//! The words by which programs run scripts, take their texts and take those apart.

/// Calls that give the text of what they run.
pub(super) const TAKES: [&str; 21] = [
    "check_output",
    "getoutput",
    "getstatusoutput",
    "os.popen",
    "execSync",
    "execFileSync",
    "spawnSync",
    "execFile",
    "execAsync",
    "execa",
    "exec(",
    "shell_exec",
    "Open3.",
    "IO.popen",
    "%x",
    "qx",
    "$`",
    "Deno.Command",
    "Bun.spawn",
    "ProcessBuilder",
    "ProcessRunner",
];

/// Calls that give it where they are asked to.
pub(super) const MAY_TAKE: [&str; 11] = [
    "exec.Command",
    "Command::new",
    "subprocess",
    "Popen",
    "run(",
    "run_cmd",
    "spawn(",
    "create_subprocess",
    "child_process",
    "os.system",
    "system(",
];

/// How those are asked.
pub(super) const ASKED: [&str; 17] = [
    ".Output()",
    ".CombinedOutput()",
    "StdoutPipe",
    ".output()",
    "capture_output=True",
    "stdout=subprocess.PIPE",
    "stdout=PIPE",
    "asyncio.subprocess.PIPE",
    ".communicate(",
    ".stdout",
    "stdout.on(",
    "Stdout =",
    "stdio: \"pipe\"",
    "stdio: 'pipe'",
    "stdio: [",
    "stdout: \"pipe\"",
    "stdout: 'pipe'",
];

/// How a call says that the text goes elsewhere.
pub(super) const ELSEWHERE: [&str; 8] = [
    "stdio: 'inherit'",
    "stdio: \"inherit\"",
    "stdio: 'ignore'",
    "stdio: \"ignore\"",
    "stdout=subprocess.DEVNULL",
    "stdout=DEVNULL",
    "stdout: 'inherit'",
    "os.Stdout",
];

/// Lines that only show a text, or say why something failed.
pub(super) const SHOWS: [&str; 15] = [
    "print(",
    "print ",
    "puts ",
    "console.",
    "log.",
    "logger.",
    "logging.",
    "fmt.Print",
    "sys.stdout.write",
    "process.stdout.write",
    "raise ",
    "throw ",
    "t.Fatal",
    "t.Log",
    "pytest.fail(",
];

/// What a text takes that matches it.
pub(super) const MATCHES: [&str; 30] = [
    ".match(",
    ".matchAll(",
    "re.search(",
    "re.match(",
    "re.findall(",
    "re.fullmatch(",
    ".split(",
    ".splitlines(",
    ".includes(",
    ".startswith(",
    ".startsWith(",
    ".endswith(",
    ".endsWith(",
    ".indexOf(",
    ".strip(",
    ".trim(",
    ".chomp",
    ".lines",
    ".scan(",
    ".toContain(",
    ".toMatch(",
    ".toBe(",
    ".toEqual(",
    "json.load",
    "JSON.parse",
    "=~",
    "strings.",
    " in subprocess",
    "for line in",
    "assertIn(",
];
