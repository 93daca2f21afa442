/** Settings from the environment. An invalid value stops the start with one line that says what to write instead. */
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type ApprovalLimits, parseApprovalLimits } from '../../core/domain/approval/approval-size.ts'
import type { FlowRate } from '../../exchange/sandbox/flow/participants.ts'
import { defaultDataFolder } from '../../exchange/journal/data-folder.ts'

export interface SandboxSettings {
  readonly seed: string
  readonly market: 'live' | 'frozen'
  readonly instruments: number
  readonly profile: 'extended' | 'core'
  /** Folder of all stored data, or `memory` to store nothing. */
  readonly data: string
  /** True if the folder is the default; if it is in use, the server starts anyway. */
  readonly dataIsDefault?: boolean
  readonly apiKeysFile?: string | undefined
  /** Start time of the sandbox's clock, ms since 1970 UTC; the machine's time by default. */
  readonly clockMs?: number | undefined
  readonly control: boolean
  /** Sustained limit of private requests per account. */
  readonly requestsPerSecond: number
  readonly flow?: FlowRate
  /** `strict`: accepts only short-lived tokens of API keys, each for one endpoint. */
  readonly tokens?: 'any' | 'strict'
  readonly allowedOrigins?: readonly string[]
  readonly silenceMs?: number | undefined
}

export interface ServerSettings {
  readonly port: number
  /** True if the port was configured: then a port in use is an error, else the next one is tried. */
  readonly portGiven: boolean
  readonly listen: string
  readonly allowedHosts: readonly string[]
  readonly exchangeUrl: URL | undefined
  readonly marketSummaryUrl: URL | undefined
  readonly feedUrl: URL | undefined
  readonly sandbox: SandboxSettings
  readonly recorder: RecorderSettings
  /** File with the token for reading metrics; undefined: programs on this machine may read them. */
  readonly metricsTokenFile?: string | undefined
  readonly approval?: { readonly limits: ApprovalLimits; readonly file: string } | undefined
}

export interface RecorderSettings {
  readonly file: string | undefined
  /** PostgreSQL; undefined: SQLite in `folder`. Contains a password, so it is never logged. */
  readonly databaseUrl: string | undefined
  readonly folder: string
  readonly url: URL | undefined
  readonly port: number
}

export type Env = Readonly<Record<string, string | undefined>>

export type ParsedEnv =
  | { readonly ok: true; readonly settings: ServerSettings }
  | { readonly ok: false; readonly problems: readonly string[] }

const defaultPort = 8787
const defaultRecorderPort = 8788
/** Far above the use of a trader with several tabs, far below what would slow other accounts. */
const defaultRequestsPerSecond = 1_000

const path = (value: string | undefined): string | undefined => (value === undefined ? undefined : resolve(value))

export function parseEnv(env: Env): ParsedEnv {
  const problems: string[] = []
  const text = (name: string): string | undefined => env[name]?.trim() || undefined
  const whole = (name: string, from: number, to: number, fallback: number): number => {
    const value = text(name)
    if (value === undefined) return fallback
    const parsed = Number.parseInt(value, 10)
    if (/^\d+$/.test(value) && parsed >= from && parsed <= to) return parsed
    problems.push(`${name} is "${value}": write a whole number from ${from} to ${to}.`)
    return fallback
  }
  const choice = <Value extends string>(name: string, values: readonly Value[], fallback: Value): Value => {
    const value = text(name)
    if (value === undefined) return fallback
    const found = values.find(each => each === value)
    if (found !== undefined) return found
    problems.push(`${name} is "${value}": write ${values.join(' or ')}.`)
    return fallback
  }
  const address = (name: string, scheme: 'http' | 'ws' = 'http'): URL | undefined => {
    const value = text(name)
    if (value === undefined) return undefined
    const url = parseAddress(value, scheme)
    if (url === undefined)
      problems.push(
        `${name} is not an address of a venue: write one like ${scheme}s://api.venue.example (${scheme}s, or ${scheme} on this machine).`,
      )
    return url
  }
  const isOn = (name: string): boolean => {
    const value = text(name)
    if (value !== undefined && value !== '0' && value !== '1')
      problems.push(`${name} is "${value}": write 1, or leave it out.`)
    return value === '1'
  }
  const [data, seed] = [text('SANDBOX_DATA'), text('SANDBOX_SEED') ?? 'legwork']
  const market = choice('SANDBOX_MARKET', ['live', 'frozen'], 'live')
  const instruments = whole('SANDBOX_INSTRUMENTS', 100, 50_000, 1_500)
  const settings: ServerSettings = {
    port: whole('PORT', 0, 65_535, defaultPort),
    portGiven: text('PORT') !== undefined,
    listen: text('LISTEN') ?? '127.0.0.1',
    allowedHosts: (text('ALLOWED_HOSTS') ?? '').split(/[\s,]+/).filter(host => host !== ''),
    exchangeUrl: address('EXCHANGE_URL'),
    marketSummaryUrl: address('MARKET_SUMMARY_URL'),
    feedUrl: address('FEED_URL', 'ws'),
    sandbox: {
      seed,
      market,
      instruments,
      profile: choice('SANDBOX_PROFILE', ['extended', 'core'], 'extended'),
      // Each seed has its own folder: another seed is another exchange, not a mistake.
      data:
        data === 'memory'
          ? data
          : (path(data) ?? join(defaultDataFolder(env), folderName(`${seed}-${market}-${instruments}`))),
      dataIsDefault: data === undefined,
      apiKeysFile: path(text('SANDBOX_API_KEYS')),
      clockMs: readInstant('SANDBOX_CLOCK', text('SANDBOX_CLOCK'), problems),
      control: isOn('SANDBOX_CONTROL'),
      allowedOrigins: readOrigins('SANDBOX_ALLOW_ORIGIN', text('SANDBOX_ALLOW_ORIGIN'), problems),
      flow: choice('SANDBOX_FLOW', ['off', 'quiet', 'busy'], 'quiet'),
      tokens: choice('SANDBOX_TOKENS', ['any', 'strict'], 'any'),
      silenceMs: whole('SANDBOX_SILENCE_MS', 0, 3_600_000, 0) || undefined,
      requestsPerSecond: whole('SANDBOX_REQUESTS_PER_SECOND', 1, 1_000_000, defaultRequestsPerSecond),
    },
    metricsTokenFile: path(text('METRICS_TOKEN_FILE')),
    recorder: readRecorder(env, { text, whole }, problems),
    approval: readApproval(text, problems),
  }
  problems.push(...listenProblems(settings))
  return problems.length === 0 ? { ok: true, settings } : { ok: false, problems }
}

/** Beyond this machine the server must be behind a TLS proxy, with configured host names only. */
function listenProblems({ listen, allowedHosts, sandbox }: ServerSettings): readonly string[] {
  if (isIP(listen) === 0)
    return [`LISTEN is "${listen}": write an address of this machine, like 127.0.0.1, or 0.0.0.0 for all.`]
  if (listen === '::1' || listen.startsWith('127.')) return []
  // Any client can claim any host name, including this machine's.
  if (sandbox.control) return ['SANDBOX_CONTROL is for this machine alone: leave it out, or LISTEN.']
  if (allowedHosts.length > 0) return []
  return ['LISTEN reaches beyond this machine: name in ALLOWED_HOSTS under which host names the page may be opened.']
}

function readApproval(text: Readers['text'], problems: string[]): ServerSettings['approval'] {
  const [above, file] = [text('APPROVAL_ABOVE'), path(text('APPROVERS_FILE'))]
  if (above === undefined && file === undefined) return undefined
  const limits = above === undefined ? undefined : parseApprovalLimits(above)
  if (above === undefined || file === undefined)
    problems.push('Set both APPROVAL_ABOVE and APPROVERS_FILE, or neither.')
  else if (limits === undefined)
    problems.push(`APPROVAL_ABOVE is "${above}": write a size above 0 for each base, like BTC:50,ETH:500.`)
  return limits === undefined || file === undefined ? undefined : { limits, file }
}

interface Readers {
  text(name: string): string | undefined
  whole(name: string, from: number, to: number, fallback: number): number
}

function readRecorder(env: Env, { text, whole }: Readers, problems: string[]): RecorderSettings {
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl !== undefined && !/^postgres(?:ql)?:\/\//.test(databaseUrl)) {
    problems.push('DATABASE_URL is not an address of PostgreSQL: write one like postgres://user@host/database.')
  } else if (databaseUrl !== undefined && isPlainAbroad(databaseUrl)) {
    problems.push(
      'DATABASE_URL leads to another machine without TLS: add ?sslmode=verify-full (and sslrootcert=… for an authority of your own).',
    )
  }
  return {
    file: path(text('LEGWORK_RECORDER')),
    databaseUrl,
    folder: path(text('RECORDER_DATA')) ?? join(defaultDataFolder(env), 'recorder'),
    url: recorderAddress(text('RECORDER_URL'), problems),
    port: whole('RECORDER_PORT', 0, 65_535, defaultRecorderPort),
  }
}

function readInstant(name: string, value: string | undefined, problems: string[]): number | undefined {
  const atMs = value === undefined ? undefined : parseInstant(value)
  if (value !== undefined && atMs === undefined)
    problems.push(`${name} is "${value}": write an instant with its zone from 2020 to 2099, like 2026-12-25T06:00:00Z.`)
  return atMs
}

/** ms since 1970 UTC of an ISO instant. Undefined if invalid, a non-existent day, or without a zone. */
function parseInstant(value: string): number | undefined {
  const [, day = '', zone] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.exec(value) ?? []
  const atMs = Date.parse(value)
  // Date.parse turns 30 February into a day in March.
  const isDay =
    zone !== undefined && !Number.isNaN(Date.parse(day)) && new Date(Date.parse(day)).toISOString().startsWith(day)
  return isDay && atMs >= Date.UTC(2020) && atMs < Date.UTC(2100) ? atMs : undefined
}

/** Origins as browsers write them: no path, no `*`, TLS unless on this machine. */
function readOrigins(name: string, value: string | undefined, problems: string[]): readonly string[] {
  const origins = (value ?? '').split(/[\s,]+/).filter(origin => origin !== '')
  const wrong = origins.find(origin => parseAddress(origin, 'http')?.origin !== origin)
  if (wrong !== undefined)
    problems.push(
      `${name} has "${wrong}": write origins like https://desk.example (https, or http on this machine), without a path.`,
    )
  return origins
}

const folderName = (value: string): string =>
  encodeURIComponent(value)
    .replace(/[^\w-]/g, '_')
    .slice(0, 100)

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
export const isLoopbackHost = (hostname: string): boolean => loopback.has(hostname)

/** A name without a dot belongs to a container network on this machine. */
const isNear = (hostname: string): boolean =>
  hostname === '' || isLoopbackHost(hostname) || /^[a-z0-9_-]+$/i.test(hostname)

function isPlainAbroad(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? hostname
  if (host.startsWith('/') || isNear(host)) return false
  return !['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '')
}

function recorderAddress(value: string | undefined, problems: string[]): URL | undefined {
  if (value === undefined) return undefined
  const url = parseAddress(value, 'http', isNear)
  if (url === undefined)
    problems.push(
      'RECORDER_URL is not an address of a recorder: https, or http on this machine or to a container of it.',
    )
  return url
}

function parseAddress(value: string, scheme: 'http' | 'ws', isPlainTaken = isLoopbackHost): URL | undefined {
  if (!URL.canParse(value)) return undefined
  const url = new URL(value)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  if (url.protocol === `${scheme}s:`) return url
  return url.protocol === `${scheme}:` && isPlainTaken(url.hostname) ? url : undefined
}
