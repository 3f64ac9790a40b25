//! What programs of other languages do with a script's text.

use super::super::{Language, Reader};

/// Whether a program reads the text of `x.sh`, in any part of it.
fn reads(text: &str) -> Option<bool> {
    let found = Reader::new(text, Language::Code).uses("x.sh");
    let mut blocking = found.iter().map(|found| found.blocking);
    (!found.is_empty()).then(|| blocking.any(|blocking| blocking))
}

#[test]
fn programs_that_read() {
    for text in [
        "const r = JSON.parse(execSync('./x.sh').toString());\nif (r.success) go(r.version);\n",
        "const rows = JSON.parse(execSync('./x.sh').toString());\ngo(rows.map((row) => row.name));\n",
        "const { name } = JSON.parse(execSync('./x.sh').toString());\n",
        "const out = execSync('./x.sh').toString();\ntry { data = JSON.parse(out); } catch {\n  ok = out.includes('SUCCESS');\n}\n",
        "r = subprocess.run(['./x.sh'], capture_output=True, text=True)\nassert 'ok' in r.stdout\n",
        "r = subprocess.run(\n    [\n        'bash',\n        str(ROOT / 'x.sh'),\n    ],\n    capture_output=True,\n)\ndata = json.loads(r.stdout)\nprint(data['name'])\n",
        "out = subprocess.check_output(['bash', 'x.sh']).decode()\nfor line in out.splitlines():\n    use(line)\n",
        "out = subprocess.getoutput('x.sh')\nif 'done' in out:\n    pass\n",
        "n = int(subprocess.check_output('./x.sh', shell=True).strip())\n",
        "p = subprocess.Popen(['./x.sh'], stdout=subprocess.PIPE)\nout, err = p.communicate()\nkeep(out)\n",
        "for line in os.popen('bash x.sh'):\n    use(line)\n",
        "SCRIPT = Path(__file__).parent / 'x.sh'\n\ndef run(*args):\n    return subprocess.run(['bash', str(SCRIPT), *args], capture_output=True, text=True)\n\ndef test_a():\n    r = run('a')\n    assert r.returncode == 0\n    assert 'made' in r.stdout\n",
        "SUMMARY = SCRIPTS / 'x.sh'\n\ndef run_script(script, *args):\n    return subprocess.run(['sh', str(script), *args], capture_output=True, text=True)\n\ndef test_a(tmp_path):\n    result = run_script(SUMMARY, str(tmp_path))\n    assert 'made' in result.stdout\n",
        "SUMMARY = SCRIPTS / 'x.sh'\n\ndef run_script(script, *args):\n    return subprocess.run(['sh', str(script), *args], capture_output=True, text=True)\n\ndef summary(*args):\n    return run_script(SUMMARY, *args)\n\ndef test_a(tmp_path):\n    result = summary(str(tmp_path))\n    assert 'made' in result.stdout\n",
        "SUMMARY = SCRIPTS / 'x.sh'\n\ndef run_summary(*args):\n    command = ['sh', str(SUMMARY), *args]\n    return subprocess.run(command, capture_output=True, text=True)\n\ndef test_a(tmp_path):\n    result = run_summary(str(tmp_path))\n    assert 'made' in result.stdout\n",
        "def sh(cmd):\n    return subprocess.check_output(cmd, shell=True, text=True)\n\ndef test_a():\n    out = sh('bash x.sh a')\n    assert out.startswith('a')\n",
        "@pytest.fixture\ndef out():\n    return subprocess.check_output(['x.sh'])\n\ndef test_a(out):\n    assert b'a' in out\n",
        "proc = await asyncio.create_subprocess_exec('./x.sh', stdout=asyncio.subprocess.PIPE)\nout, _ = await proc.communicate()\nreturn out.decode()\n",
        "const out = execSync('./x.sh').toString();\nif (out.includes('ok')) go();\n",
        "const { stdout } = await execFileAsync('bash', ['x.sh']);\nexpect(stdout).toContain('ok');\n",
        "const r = spawnSync('bash', [path.join(dir, 'x.sh')], { encoding: 'utf8' });\nassert.match(r.stdout, /made/);\n",
        "expect(execSync('bash x.sh').toString()).toMatch(/a/);\n",
        "r = subprocess.run(['./x.sh'], capture_output=True, text=True)\nassert ', ' in r.stdout, 'no list'\n",
        "execFile('./x.sh', (error, stdout) => {\n  const result = JSON.parse(stdout);\n  go(result.version);\n});\n",
        "exec('./x.sh', (err, out) => cb(out.trim()));\n",
        "const run = (name) => execFileSync('bash', [name], { encoding: 'utf8' }).trim();\nassert.strictEqual(run('x.sh'), 'ok');\n",
        "const run = util.promisify(cp.exec);\nrun('./x.sh').then(({ stdout }) => { version = stdout.trim(); });\n",
        "Open3.popen3('bash x.sh') do |_in, out, _err, _thread|\n  names = out.read.split(\"\\n\")\nend\n",
        "def out = ['bash', 'x.sh'].execute().text\nassert out.contains('ok')\n",
        "exec('./x.sh', (err, stdout) => {\n  const lines = stdout.split('\\n');\n});\n",
        "const out = await $`./x.sh`;\nif (out.stdout.trim() === 'a') go();\n",
        "const START = path.join(__dirname, 'x.sh');\nconst child = spawn('bash', [START]);\nlet stdout = '';\nchild.stdout.on('data', (d) => { stdout += d; });\nassert(stdout.includes('started'));\n",
        "const START = path.join(dir, 'x.sh');\ntry {\n  if (windows) {\n    const out = execFileSync('bash', [START, '-b'], { encoding: 'utf8' });\n    info = started(out);\n  }\n}\n",
        "out, err := exec.Command(\"bash\", \"x.sh\").Output()\nif err != nil {\n\treturn err\n}\nif !strings.Contains(string(out), \"ok\") {\n",
        "cmd := exec.Command(\"./x.sh\")\nout, err := cmd.CombinedOutput()\nrequire.Contains(t, string(out), \"ok\")\n",
        "def b():\n    return os.popen('s/x.sh').read()\ndef c():\n    if b'Rows' in line: return line\n",
        "def run():\n    return subprocess.run(['x.sh'], capture_output=True, text=True).stdout\ndef test():\n    assert 'Rows: 3' in run()\n",
        "import subprocess\ndef run(p):\n    return subprocess.check_output([p]).decode()\nassert 'SUCCESS' in run('x.sh')\n",
        "def run(p, *args):\n    return subprocess.run(['bash', p, *args], capture_output=True, text=True).stdout\n\ndef test_a():\n    assert 'SUCCESS' in run('x.sh')\n",
        "def run(cmd):\n    return subprocess.check_output(cmd, shell=True, text=True)\n\nfor line in run('x.sh').splitlines():\n    use(line)\n",
        "const run = p => execSync(p).toString();\nif (!run('./x.sh').includes('SUCCESS')) process.exit(1);\n",
        "function run(p) { return execSync(p, {encoding: 'utf8'}) }\nif (!/SUCCESS/.test(run('./x.sh'))) process.exit(1);\n",
        "func run(p string) string { out, _ := exec.Command(p).Output(); return string(out) }\n\nfunc main() {\n\tif !strings.Contains(run(\"x.sh\"), \"SUCCESS\") {\n\t\tos.Exit(1)\n\t}\n}\n",
        "raise unless `s/x.sh`.include?('SUCCESS')\n",
        "def run(p) `#{p}` end\nraise unless run('s/x.sh').include?('SUCCESS')\n",
        "def run\n  out = `bash x.sh`\n  out.include?('a')\nend\n",
        "require 'open3'\nout, status = Open3.capture2('bash', 'x.sh')\nputs 1 if out =~ /a/\nend\n",
        "let out = Command::new(\"./x.sh\").output()?;\nlet text = String::from_utf8(out.stdout)?;\nassert!(text.contains(\"a\"));\n",
        "$out = shell_exec('./x.sh');\nif (strpos($out, 'ok') !== false) {\n",
    ] {
        assert_eq!(reads(text), Some(true), "{text}");
    }
}

#[test]
fn programs_that_run_it_and_read_nothing() {
    for text in [
        "subprocess.run(['./x.sh'], check=True)\n",
        "r = subprocess.run(['./x.sh'], capture_output=True)\nassert r.returncode == 0\n",
        "r = subprocess.run(['./x.sh'], capture_output=True)\nif r.returncode != 0:\n    print(r.stdout)\n    raise SystemExit(r.stderr)\n",
        "r = subprocess.run(['./x.sh'], stdout=subprocess.DEVNULL)\n",
        "subprocess.check_call(['./x.sh'])\n",
        "print(subprocess.check_output(['./x.sh']))\n",
        "X = D / 'x.sh'\n\ndef run(script):\n    return subprocess.run(['sh', str(script)], capture_output=True)\n\ndef made():\n    return run(X)\n\ndef test_a():\n    result = made()\n    assert result.returncode == 0\n",
        "X = D / 'x.sh'\n\ndef test_a():\n    command = ['sh', str(X)]\n    result = subprocess.run(command, capture_output=True)\n    assert result.returncode == 0\n",
        "os.system('bash x.sh')\n",
        "execFile('bash', ['x.sh'], (error, stdout) => {\n  const result = JSON.parse(stdout);\n  if (!result.success) process.exit(1);\n});\n",
        "exec('./x.sh', { cwd: root }, function (error, stdout, stderr) {\n  if (error) throw error;\n  done(JSON.parse(stdout).confidence);\n});\n",
        "execFile('./x.sh', (error, out) => resolve(JSON.parse(out)));\n",
        "expect(spawnSync('./x.sh').status).toBe(0);\n",
        "r = subprocess.run(['./x.sh'], capture_output=True, text=True)\nassert r.returncode == 0, r.stdout\n",
        "exec('./x.sh', (error) => {\n  if (error) throw error;\n});\n",
        "def run(p):\n    return subprocess.check_output([p])\n\nrun('./x.sh')\n",
        "def run(p):\n    return subprocess.check_output([p])\n\nif True:\n    subprocess.run(['./x.sh'], check=True)\n",
        "execSync('./x.sh', { stdio: 'inherit' });\n",
        "console.log(execSync('./x.sh').toString());\n",
        "const r = spawnSync('bash', ['x.sh']);\nassert.strictEqual(r.status, 0);\n",
        "cmd := exec.Command(\"./x.sh\")\ncmd.Stdout = os.Stdout\nif err := cmd.Run(); err != nil {\n",
        "data = json.loads(subprocess.check_output(['./x.sh']))['success']\n",
        "r = subprocess.run(['./x.sh'], capture_output=True)\nout = json.loads(r.stdout)\nassert out['confidence'] > 0.5\n",
        "import { SkillOutputParser } from './parser';\nconst output = execSync('./x.sh').toString();\nconst result = new SkillOutputParser().parse(output);\nif (result.success) go(result.output);\n",
        "const result = JSON.parse(execSync('./x.sh').toString());\nif (result.success) go(result.metrics.rows);\n",
        "test('a', () => {\n  const o = execSync('./x.sh').toString();\n  expect(JSON.parse(o).success).toBe(true);\n});\n",
        "it('b', async () => {\n  const o = execSync('./x.sh').toString();\n  const r = new SkillOutputParser().parse(o);\n  expect(r.success).toBe(true);\n});\n",
        "const { success, confidence } = JSON.parse(execSync('./x.sh', { encoding: 'utf8' }).trim());\nif (success) go();\n",
        "const out = execSync('./x.sh').toString().trim();\nif (!out) return;\nconst last = out.split('\\n').pop();\nconst data = JSON.parse(last);\nexpect(data.success).toBe(true);\n",
        "const child = spawn('./x.sh');\nlet text = '';\nchild.stdout.on('data', (d) => { text += d; });\nchild.on('close', () => { const r = JSON.parse(text); go(r.errors); });\n",
        "out = subprocess.check_output(['./x.sh'], text=True)\nfor line in out.splitlines():\n    if line.startswith('{'):\n        data = json.loads(line)\n        keep(data.get('success'))\n",
        "out, err := exec.Command(\"./x.sh\").Output()\nvar r Result\nif err := json.Unmarshal(out, &r); err != nil {\n\treturn err\n}\nif !r.Success {\n",
    ] {
        assert_eq!(reads(text), Some(false), "{text}");
    }
    for text in [
        "parser.add_argument('-o', default='x.sh')\n",
        "path = root / 'x.sh'\nassert path.exists()\n",
        "X = D / 'x.sh'\nOTHER = X.parent\nr = subprocess.run([OTHER / 'y.sh'], capture_output=True, text=True)\nassert 'a' in r.stdout\n",
        "with open('/tmp/x.sh', 'w') as f:\n    f.write(text)\nr = subprocess.run(['git', f'-C{d}'], capture_output=True, text=True)\nassert 'a' in r.stdout\n",
        "raise RuntimeError('run bash x.sh first')\n",
        "HELP = 'Run x.sh to set up'\n",
        "shutil.copy(here / 'x.sh', there)\n",
        "const merge = run('a').split('\\n').find((l) => l.includes(\"x.sh\"));\nassert(merge.includes('a'));\n",
        "await test('x.sh --all prints', async () => {\n  const out = execSync('./y.sh').toString();\n  assert(out.includes('a'));\n});\n",
    ] {
        assert_ne!(reads(text), Some(true), "{text}");
    }
}

#[test]
fn names_that_are_built() {
    for text in [
        "for name in ['x', 'yy']:\n    pass\n@pytest.mark.parametrize('name', ['x'])\n",
        "def run(name):\n    return subprocess.run(['bash', f'scripts/{name}.sh'], capture_output=True)\n\ndef test_a():\n    assert run('y').stdout == 'a'\n",
    ] {
        assert_eq!(Reader::new(text, Language::Code).uses("abc.sh"), [], "{text}");
    }
    let text = "def run(name):\n    return subprocess.run(['bash', f'scripts/{name}.sh'], capture_output=True, text=True)\n\ndef test_a():\n    r = run('abc')\n    assert 'a' in r.stdout\n";
    let found = Reader::new(text, Language::Code).uses("abc.sh");
    assert_eq!(found.iter().map(|u| (u.line, u.blocking)).collect::<Vec<_>>(), [(5, true)]);
    let text = "def run(name, *args):\n    return subprocess.run([str(S / f\"{name}.sh\"), *args], capture_output=True, text=True).stdout\ndef d():\n    assert 'Rows: 3' in run('p4')\n";
    let found = Reader::new(text, Language::Code).uses("p4.sh");
    assert_eq!(found.iter().map(|u| (u.line, u.blocking)).collect::<Vec<_>>(), [(4, true)]);
    let text = "def run(name):\n    return subprocess.run(['bash', f'scripts/{name}.sh'], capture_output=True, text=True)\n\ndef test_a():\n    r = run('abc')\n    assert 'a' in r.stdout\n";
    let only = text.replace("'a' in r.stdout", "r.returncode == 0");
    assert_eq!(Reader::new(&only, Language::Code).uses("abc.sh"), []);
}
