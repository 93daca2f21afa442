/**
 * Destinations of alerts: webhooks and mailboxes. They come only from the recorder's file, so that no page can make
 * this machine call an address. Their secrets are in separate files that only the owner may read.
 */
import { X509Certificate } from 'node:crypto'
import { resolve } from 'node:path'
import { alertFields, mostAlerts } from '../../core/domain/alert-schema.ts'
import { type AlertKind, daySubject, subjectNames, wholeAccount } from '../../core/domain/alert.ts'
import { dayStarts, equityDefinitions } from '../../core/account/parse-account-choices.ts'
import { parseJson } from '../../core/domain/json.ts'
import { z } from '../../core/domain/zod.ts'
import { type ReadText, readPrivateFile, readText } from './private-file.ts'
import { alertEvents } from './alert-message.ts'
import { type QuietHours, quietHoursSchema } from './quiet-hours.ts'

interface DestinationName {
  readonly name: string
  readonly quiet: QuietHours | undefined
}
export interface Webhook extends DestinationName {
  readonly kind: 'webhook'
  readonly url: string
  readonly secret: string
}
export interface Mailbox extends DestinationName {
  readonly kind: 'email'
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls' | 'none'
  /** Authority (PEM) that must have signed the certificate. Undefined: those that this machine trusts. */
  readonly ca: string | undefined
  readonly login: { readonly user: string; readonly password: string } | undefined
  readonly from: string
  readonly to: readonly string[]
}
export type Destination = Webhook | Mailbox

const name = z.string().check(z.minLength(1), z.maxLength(80))
const path = z.string().check(z.minLength(1), z.maxLength(1_000))
const address = z.string().check(z.maxLength(320), z.regex(/^[^\s<>,;@]+@[^\s<>,;@]+$/, 'not an e-mail address'))
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const webhookSchema = z.strictObject({
  kind: z.literal('webhook'),
  name,
  url: z
    .string()
    .check(
      z.maxLength(2_000),
      z.refine(
        isWebhookUrl,
        'a webhook is reached by https, or by http on this machine, without a user in its address',
      ),
    ),
  /** A text of at least 32 characters. */
  secretFile: path,
  quietHours: z.optional(quietHoursSchema),
})
const mailboxSchema = z
  .strictObject({
    kind: z.literal('email'),
    name,
    host: z.string().check(z.minLength(1), z.maxLength(253)),
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    /** `tls` from the first byte (port 465), `starttls` (587); `none` for a server on this machine. */
    security: z.enum(['tls', 'starttls', 'none']),
    /** JSON: `{ "user": "…", "password": "…" }`. */
    credentialsFile: z.optional(path),
    caFile: z.optional(path),
    from: address,
    to: z.array(address).check(z.minLength(1), z.maxLength(20)),
    quietHours: z.optional(quietHoursSchema),
  })
  .check(
    z.refine(
      ({ security, host }) => security !== 'none' || isLoopback(host),
      'without TLS, mail may only go to a server on this machine',
    ),
    z.refine(
      ({ security, caFile }) => security !== 'none' || caFile === undefined,
      'caFile has no effect without TLS: remove it, or choose TLS in security',
    ),
  )

export const destinationsSchema = z
  .array(z.discriminatedUnion('kind', [webhookSchema, mailboxSchema]))
  .check(z.maxLength(20))
type DestinationConfig = z.output<typeof destinationsSchema>[number]

function legalSubjects(kind: AlertKind): readonly string[] | undefined {
  switch (subjectNames[kind]) {
    case 'whole':
      return [wholeAccount]
    case 'equity':
      return equityDefinitions
    case 'day':
      return equityDefinitions.flatMap(equity => dayStarts.map(start => daySubject(equity, start)))
    default:
      return undefined
  }
}

const levelSchema = z.strictObject(alertFields).check(({ value, issues }) => {
  const legal = legalSubjects(value.kind)
  if (legal === undefined || legal.includes(value.subject)) return
  const message = `the subject of "${value.kind}" is one of ${legal.map(each => `"${each}"`).join(', ')}`
  issues.push({ code: 'custom', input: value.subject, path: ['subject'], message })
})

export const accountAlertsSchema = z.strictObject({
  to: z.array(name).check(z.minLength(1), z.maxLength(20)),
  events: z._default(z.array(z.enum(alertEvents)), [...alertEvents]),
  levels: z._default(z.array(levelSchema).check(z.maxLength(mostAlerts)), []),
})

export type ReadDestinations =
  | { readonly ok: true; readonly destinations: ReadonlyMap<string, Destination> }
  | { readonly ok: false; readonly problem: string }

const loginSchema = z.strictObject({
  user: z.string().check(z.minLength(1), z.maxLength(320)),
  password: z.string().check(z.minLength(1), z.maxLength(1_000)),
})
const shortestSecret = 32

export function readDestinations(written: readonly DestinationConfig[], folder: string): ReadDestinations {
  const destinations = new Map<string, Destination>()
  for (const each of written) {
    if (destinations.has(each.name)) return { ok: false, problem: `Two destinations are called "${each.name}".` }
    const read = each.kind === 'webhook' ? readWebhook(each, folder) : readMailbox(each, folder)
    if (typeof read === 'string') return { ok: false, problem: `Destination "${each.name}": ${read}` }
    destinations.set(each.name, read)
  }
  return { ok: true, destinations }
}

function readWebhook(
  { kind, name: called, url, secretFile, quietHours }: Extract<DestinationConfig, { kind: 'webhook' }>,
  folder: string,
): Webhook | string {
  const file = resolve(folder, secretFile)
  const read = readPrivateFile(file, 'its secret')
  if (!read.ok) return read.problem
  const secret = read.text.trim()
  if (secret.length < shortestSecret)
    return `its secret ${file} is too short: write ${shortestSecret} characters or more.`
  return { kind, name: called, url, secret, quiet: quietHours }
}

function readMailbox(
  { credentialsFile, caFile, quietHours, ...written }: Extract<DestinationConfig, { kind: 'email' }>,
  folder: string,
): Mailbox | string {
  const authority = caFile === undefined ? undefined : readAuthority(resolve(folder, caFile))
  if (authority?.ok === false) return authority.problem
  const mailbox = { ...written, ca: authority?.text }
  if (credentialsFile === undefined) return { ...mailbox, login: undefined, quiet: quietHours }
  const file = resolve(folder, credentialsFile)
  const read = readPrivateFile(file, 'its credentials')
  if (!read.ok) return read.problem
  const login = loginSchema.safeParse(parseJson(read.text))
  if (!login.success) return `its credentials ${file} are not as they must be: {"user": "…", "password": "…"}.`
  return { ...mailbox, login: login.data, quiet: quietHours }
}

/** A certificate is not secret, so its file may be readable by anyone. */
function readAuthority(file: string): ReadText {
  const read = readText(file)
  if (!read.ok) return { ok: false, problem: `its authority ${file} cannot be read (${read.problem}).` }
  const certificates = read.text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const isGood = certificates.length > 0 && certificates.every(isCertificate)
  return isGood
    ? read
    : {
        ok: false,
        problem: `its authority ${file} holds no certificate of an authority in PEM ("-----BEGIN CERTIFICATE-----").`,
      }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca
  } catch {
    return false
  }
}
