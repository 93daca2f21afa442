/**
 * The recorder's file. Keys are separate files that only their owner may read. Their content is never logged or sent.
 *
 * ```json
 * { "accounts": [{ "account": "desk", "apiKey": "…", "privateKey": "desk.pem",
 *     "readers": ["…"], "alerts": { "to": ["hook"] } }],
 *   "destinations": [{ "kind": "webhook", "name": "hook", "url": "https://…", "secretFile": "hook.secret" }] }
 * ```
 */
import { createHash } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { importSigningKey } from '../../core/client/signing-key.ts'
import { longestLifeSeconds, shortestLifeSeconds, usualLifeSeconds } from '../../core/client/token-maker.ts'
import type { Alert } from '../../core/domain/alert.ts'
import { parseJson } from '../../core/domain/json.ts'
import { z } from '../../core/domain/zod.ts'
import { type Retention, retentionSchema, usualRetention } from './retention.ts'
import type { AlertEvent } from '../alerts/alert-message.ts'
import { type Destination, accountAlertsSchema, destinationsSchema, readDestinations } from '../alerts/destinations.ts'
import { readPrivateFile, readText } from '../alerts/private-file.ts'

const name = z.string().check(z.minLength(1), z.maxLength(200))
const accountSchema = z.strictObject({
  account: name,
  apiKey: name,
  /** PEM, P-256. Relative to this file's folder, or absolute. */
  privateKey: z.string().check(z.minLength(1), z.maxLength(1_000)),
  tokenSeconds: z._default(
    z.int().check(z.minimum(shortestLifeSeconds), z.maximum(longestLifeSeconds)),
    usualLifeSeconds,
  ),
  /** True if each endpoint needs its own token, which names it. */
  tokenPerAddress: z._default(z.boolean(), false),
  readers: z._default(z.array(name).check(z.maxLength(1_000)), []),
  alerts: z.optional(accountAlertsSchema),
})
const fileSchema = z.strictObject({
  accounts: z.array(accountSchema).check(z.minLength(1), z.maxLength(200)),
  pollSeconds: z._default(z.number().check(z.minimum(0.5), z.maximum(60)), 2),
  retention: z._default(retentionSchema, usualRetention),
  destinations: z._default(destinationsSchema, []),
  alertSeconds: z._default(z.number().check(z.minimum(1), z.maximum(60)), 5),
})

export interface AccountAlerts {
  readonly to: readonly Destination[]
  readonly events: ReadonlySet<AlertEvent>
  readonly levels: readonly Alert[]
}

export interface FollowedAccount {
  readonly account: string
  readonly apiKey: string
  readonly signingKey: CryptoKey
  readonly tokenSeconds: number
  readonly tokenPerAddress: boolean
  readonly readers: ReadonlySet<string>
  readonly alerts?: AccountAlerts | undefined
}

export interface RecorderFile {
  readonly accounts: readonly FollowedAccount[]
  readonly pollMs: number
  readonly retention: Retention
  readonly alertMs: number
}

export type ReadRecorderFile =
  | { readonly ok: true; readonly file: RecorderFile }
  | { readonly ok: false; readonly problem: string }

const problem = (text: string): ReadRecorderFile => ({ ok: false, problem: text })

export async function readRecorderFile(path: string): Promise<ReadRecorderFile> {
  const text = readText(path)
  if (!text.ok) return problem(`The recorder's file ${path} cannot be read (${text.problem}).`)
  const read = fileSchema.safeParse(parseJson(text.text))
  if (!read.success) {
    const issue = read.error.issues[0]
    // Shows only messages of this program, including legal values. It never repeats the file's content.
    const isSaid = issue?.code === 'custom' || issue?.code === 'invalid_format' || issue?.code === 'invalid_value'
    const said = isSaid ? `: ${issue.message}` : ''
    return problem(
      `The recorder's file ${path} is not as it must be${issue === undefined ? '' : ` (at "${issue.path.join('.')}")${said}`}: see docs/desk.md.`,
    )
  }
  const { accounts: written, pollSeconds, alertSeconds, retention } = read.data
  const names = written.map(each => each.account)
  const twice = names.find((each, index) => names.indexOf(each) !== index)
  if (twice !== undefined) return problem(`The recorder's file ${path} names the account "${twice}" twice.`)
  const places = readDestinations(read.data.destinations, dirname(path))
  if (!places.ok) return problem(places.problem)
  const accounts: FollowedAccount[] = []
  for (const { privateKey, readers, alerts, ...account } of written) {
    const key = await readKey(resolve(dirname(path), privateKey))
    if (!key.ok) return problem(`Account "${account.account}": ${key.problem}`)
    const nowhere = alerts?.to.find(each => !places.destinations.has(each))
    if (nowhere !== undefined) return problem(`Account "${account.account}": no destination is called "${nowhere}".`)
    const own = { ...account, signingKey: key.key, readers: new Set([...readers, account.apiKey]) }
    accounts.push(alerts === undefined ? own : { ...own, alerts: alertsOf(alerts, places.destinations) })
  }
  return { ok: true, file: { accounts, pollMs: pollSeconds * 1_000, alertMs: alertSeconds * 1_000, retention } }
}

function alertsOf(
  written: z.output<typeof accountAlertsSchema>,
  destinations: ReadonlyMap<string, Destination>,
): AccountAlerts {
  return {
    to: [...new Set(written.to)].flatMap(each => destinations.get(each) ?? []),
    events: new Set(written.events),
    levels: written.levels.map(level => ({ ...level, id: fileAlertId(level) })),
  }
}

/** Prefix of the ids of the file's alerts. Browsers never use it. */
export const filePrefix = 'file '

/** Depends only on the level, so that an armed alert stays armed over a restart. */
const fileAlertId = (level: Omit<Alert, 'id'>): string =>
  filePrefix +
  createHash('sha256')
    .update(JSON.stringify([level.kind, level.subject, level.direction, level.level]))
    .digest('hex')
    .slice(0, 24)

type ReadKey = { readonly ok: true; readonly key: CryptoKey } | { readonly ok: false; readonly problem: string }

async function readKey(path: string): Promise<ReadKey> {
  const read = readPrivateFile(path, 'its key')
  if (!read.ok) return read
  const imported = await importSigningKey(read.text)
  return imported.ok
    ? imported
    : { ok: false, problem: `its key ${path} cannot be used: it must be a P-256 private key in PEM.` }
}
