/**
 * `npm run tool -- release PRIVATE_KEY`: clones the last commit into two folders, builds both and compares every file.
 * If all are equal, writes release/ with the build, SHA256SUMS and a signed statement. `npm run tool -- release
 * --verify PUBLIC_KEY [FOLDER]` verifies such a folder.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import {
  differences,
  hashesOf,
  sha256,
  signedStatement,
  statementOf,
  sumsText,
  verifiedHashes,
} from './release-statement.ts'
import { runCommand } from './run-command.ts'
import { say } from './arguments.ts'

const [sumsFile, statementFile] = ['SHA256SUMS', 'statement.dsse.json']
function stop(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

function readKey(path: string | undefined, create: (pem: string) => KeyObject): KeyObject {
  const make =
    'openssl genpkey -algorithm ed25519 -out release.pem; openssl pkey -in release.pem -pubout -out release.pub'
  if (path === undefined) stop(`Name the file of an Ed25519 key. To make a pair: ${make}`)
  const key = create(readFileSync(path, 'utf8'))
  return key.asymmetricKeyType === 'ed25519' ? key : stop(`${path} is no Ed25519 key. To make a pair: ${make}`)
}

async function run(command: string, ...args: readonly string[]): Promise<string> {
  const { ok, output } = await runCommand(command, args)
  return ok ? output.trim() : stop(`${command} ${args.join(' ')} failed:\n${output}`)
}

async function build(commit: string, folder: string): Promise<string> {
  say(`Building ${commit.slice(0, 8)} in ${folder} …`)
  await run('git', 'clone', '--quiet', '--no-hardlinks', '.', folder)
  await run('git', '-C', folder, 'checkout', '--quiet', commit)
  await run('npm', '--prefix', folder, 'ci', '--no-audit', '--no-fund')
  await run('npm', '--prefix', folder, 'run', 'build')
  return join(folder, 'dist')
}

async function release(key: KeyObject): Promise<void> {
  if ((await run('git', 'status', '--porcelain')) !== '')
    stop('There are changes without a commit. A release is of a commit.')
  const commit = await run('git', 'rev-parse', 'HEAD')
  const space = mkdtempSync(join(tmpdir(), 'legwork-release-'))
  try {
    const first = await build(commit, join(space, 'a'))
    const second = await build(commit, join(space, 'another', 'folder'))
    const unequal = differences(hashesOf(first), hashesOf(second))
    if (unequal.length > 0) stop(`The two builds differ:\n${unequal.join('\n')}`)
    rmSync('release', { recursive: true, force: true })
    mkdirSync('release')
    cpSync(first, join('release', 'dist'), { recursive: true })
  } finally {
    rmSync(space, { recursive: true, force: true })
  }
  const hashes = hashesOf('release')
  const lock = sha256(readFileSync('package-lock.json'))
  const statement = statementOf(hashes, { version: manifest.version, commit, lock, node: process.version })
  writeFileSync(join('release', sumsFile), sumsText(hashes))
  writeFileSync(join('release', statementFile), signedStatement(statement, key))
  say(`Both builds are equal: ${hashes.size} files. They are in release/ with ${sumsFile} and ${statementFile}.`)
}

function verifyFolder(key: KeyObject, folder: string): void {
  const stated = verifiedHashes(readFileSync(join(folder, statementFile), 'utf8'), key)
  const found = new Map(hashesOf(folder))
  for (const own of [sumsFile, statementFile]) found.delete(own)
  const unequal = differences(stated, found)
  if (unequal.length > 0) stop(`${folder} is not as stated:\n${unequal.join('\n')}`)
  say(`${folder} is as stated: ${stated.size} files, signed by this key.`)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { verify: { type: 'boolean', default: false } },
})
const [keyFile, folder = 'release'] = positionals
if (values.verify) verifyFolder(readKey(keyFile, createPublicKey), resolve(folder))
else await release(readKey(keyFile, createPrivateKey))
