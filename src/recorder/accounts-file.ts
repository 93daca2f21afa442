/**
 * The recorder's file: which accounts it follows, with which keys, and who may read what it saw. Keys are files of their own that nobody but their owner may
 * read; neither file's contents ever stand in a message, a log or an answer.
 *
 * ```json
 * { "accounts": [{ "account": "desk", "apiKey": "…", "privateKey": "desk.pem", "readers": ["…"] }] }
 * ```
 */
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { importSigningKey } from '../api/keys/signing-key.ts'
import { longestLifeSeconds, shortestLifeSeconds, usualLifeSeconds } from '../api/keys/token-maker.ts'
import { z } from '../domain/zod.ts'
import { type Retention, retentionSchema, usualRetention } from './retention.ts'

const name = z.string().min(1).max(200)
const accountSchema = z.strictObject({
  /** What its history is called. */
  account: name,
  apiKey: name,
  /** PEM, P-256, beside this file unless its path is absolute. */
  privateKey: z.string().min(1).max(1_000),
  tokenSeconds: z.number().int().min(shortestLifeSeconds).max(longestLifeSeconds).default(usualLifeSeconds),
  /** A token for each endpoint, which names it. */
  tokenPerAddress: z.boolean().default(false),
  /** Subjects of tokens (API keys) that may read it and write notes; its own key may always. */
  readers: z.array(name).max(1_000).default([]),
})
const fileSchema = z.strictObject({
  accounts: z.array(accountSchema).min(1).max(200),
  /** Seconds from one poll of an account to the next. */
  pollSeconds: z.number().min(0.5).max(60).default(2),
  /** How long what was seen stays, in days. */
  retention: retentionSchema.default(usualRetention),
})

export interface FollowedAccount {
  readonly account: string
  readonly apiKey: string
  readonly signingKey: CryptoKey
  readonly tokenSeconds: number
  readonly tokenPerAddress: boolean
  readonly readers: ReadonlySet<string>
}

export interface RecorderFile {
  readonly accounts: readonly FollowedAccount[]
  readonly pollMs: number
  readonly retention: Retention
}

export type ReadRecorderFile = { readonly ok: true; readonly file: RecorderFile } | { readonly ok: false; readonly problem: string }

const problem = (text: string): ReadRecorderFile => ({ ok: false, problem: text })

export async function readRecorderFile(path: string): Promise<ReadRecorderFile> {
  const text = readText(path)
  if (!text.ok) return problem(`The recorder's file ${path} cannot be read (${text.why}).`)
  const read = fileSchema.safeParse(parseJson(text.value))
  if (!read.success) {
    const issue = read.error.issues[0]
    return problem(
      `The recorder's file ${path} is not as it must be${issue === undefined ? '' : ` (at "${issue.path.join('.')}")`}: see README, "Recorder".`,
    )
  }
  const names = read.data.accounts.map(each => each.account)
  const twice = names.find((each, index) => names.indexOf(each) !== index)
  if (twice !== undefined) return problem(`The recorder's file ${path} names the account "${twice}" twice.`)
  const accounts: FollowedAccount[] = []
  for (const { privateKey, readers, ...account } of read.data.accounts) {
    const key = await readKey(resolve(dirname(path), privateKey))
    if (!key.ok) return problem(`Account "${account.account}": ${key.problem}`)
    accounts.push({ ...account, signingKey: key.key, readers: new Set([...readers, account.apiKey]) })
  }
  return { ok: true, file: { accounts, pollMs: read.data.pollSeconds * 1_000, retention: read.data.retention } }
}

type ReadKey = { readonly ok: true; readonly key: CryptoKey } | { readonly ok: false; readonly problem: string }

async function readKey(path: string): Promise<ReadKey> {
  const others = openToOthers(path)
  if (others !== undefined) return { ok: false, problem: others }
  const text = readText(path)
  if (!text.ok) return { ok: false, problem: `its key ${path} cannot be read (${text.why}).` }
  const imported = await importSigningKey(text.value)
  return imported.ok ? imported : { ok: false, problem: `its key ${path} is none that can be used: a P-256 private key in PEM is.` }
}

/** Why a key's file is refused; Windows has no such modes. */
function openToOthers(path: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & 0o077) === 0) return undefined
  return `its key ${path} may be read by others: say chmod 600 first.`
}

function readText(path: string): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly why: string } {
  try {
    return { ok: true, value: readFileSync(path, 'utf8') }
  } catch (error) {
    return { ok: false, why: (error as NodeJS.ErrnoException).code ?? 'unknown error' }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
