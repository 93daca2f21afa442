/**
 * An exchange that survives its process: restored from the journal of a data folder, which it then continues. Every
 * answer is journaled before it is sent, so the process may be killed at any moment.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { micros, msFromMicros } from '../../core/domain/time.ts'
import { createVenueClock } from '../sandbox/control/venue-clock.ts'
import { createExchange } from '../sandbox/engine/create-exchange.ts'
import { latestRules } from '../sandbox/engine/rules.ts'
import {
  restoreExchange,
  type RestoredExchange,
  DamagedJournal,
  type HostTime,
  type JournalHeader,
  resumeExchange,
  type WrittenExchange,
} from '../sandbox/host/stored-exchange.ts'
import { createSigningKey, createTokenKeys } from '../sandbox/http/tokens.ts'
import type { LeftOut } from '../sandbox/left-out.ts'
import { createMarket } from '../sandbox/market/create-market.ts'
import { folderProblem, lockFolder, makeDataFolder } from './data-folder.ts'
import { dropStaleLock, headFile, journalFile } from './journal-format.ts'
import { type FolderJournal, readJournal } from './read-journal.ts'
import { writeJournal } from './write-journal.ts'

/**
 * Private key for the sandbox's tokens, stored so that tabs stay signed in across restarts; readable by its user only.
 */
const tokenKeyFile = 'token-key.json'

async function savedSigningKey(
  folder: string,
): Promise<{ readonly ok: true; readonly key: JWK } | { readonly ok: false; readonly problem: string }> {
  const path = join(folder, tokenKeyFile)
  if (existsSync(path)) {
    const key = await readKey(path)
    if (key !== undefined) return { ok: true, key }
    return {
      ok: false,
      problem: `${path} is not a key for signing tokens: delete it to have a new one made (everybody signs in again).`,
    }
  }
  const key = await createSigningKey()
  const fresh = `${path}.new`
  writeFileSync(fresh, JSON.stringify(key), { mode: 0o600 })
  renameSync(fresh, path)
  return { ok: true, key }
}

async function readKey(path: string): Promise<JWK | undefined> {
  try {
    const key = JSON.parse(readFileSync(path, 'utf8')) as JWK
    await createTokenKeys({ signingKey: key })
    return key
  } catch {
    // Not a private P-256 key in JSON: reported as a problem.
    return undefined
  }
}

export interface ExchangeSettings {
  readonly seed: string
  readonly market: 'live' | 'frozen'
  readonly instruments: number
  readonly data: string
  readonly rfqTimeoutSeconds: number
  /** Start time of the clock, ms since 1970 UTC; by default the journal's, else the machine's time. */
  readonly clockMs?: number | undefined
  readonly leftOut?: LeftOut | undefined
  readonly mostEnded?: number | undefined
}

export interface SavedExchange extends WrittenExchange {
  /** Undefined for a temporary key. */
  readonly signingKey: JWK | undefined
  /** Time of the latest event, ms, if the requested start is before it; then the clock was left unchanged. */
  readonly laterThanAskedMs?: number | undefined
}

export type SavedOrProblem =
  | { readonly ok: true; readonly saved: SavedExchange }
  | { readonly ok: false; readonly problem: string; readonly isInUse?: boolean }

const hostTime: HostTime = { wallMs: Date.now, steadyMs: () => performance.now() }

/**
 * The exchange of a data folder, or a new one. Returns a message if the journal belongs to another exchange, is damaged
 * or in use.
 */
export async function openSavedExchange(settings: ExchangeSettings): Promise<SavedOrProblem> {
  const { data, rfqTimeoutSeconds, leftOut, clockMs } = settings
  if (data === 'memory') {
    const market = createMarket({ ...marketOf(settings), frozenAtMs: clockMs ?? Date.now() })
    const nothing = (): void => undefined
    const clock = createVenueClock(Date.now, clockMs)
    const exchange = createExchange({ market, rfqTimeoutSeconds, leftOut })
    return {
      ok: true,
      saved: {
        exchange,
        market,
        clock,
        signingKey: undefined,
        replayed: 0,
        saveControl: nothing,
        pulse: nothing,
        close: nothing,
      },
    }
  }
  const cannotMake = makeDataFolder(data)
  if (cannotMake !== undefined) return { ok: false, problem: cannotMake }
  try {
    return await openInFolder(settings)
  } catch (error) {
    const problem = folderProblem(data, error)
    if (problem === undefined) throw error
    return { ok: false, problem }
  }
}

async function openInFolder(settings: ExchangeSettings): Promise<SavedOrProblem> {
  const { data } = settings
  const locked = await lockFolder(data)
  if (!locked.ok) return { ok: false, problem: inUse(data, locked.pid), isInUse: true }
  const opened = await openWithKey(settings).catch((error: unknown) => {
    locked.lock.release()
    throw error
  })
  if (!opened.ok) {
    locked.lock.release()
    return opened
  }
  const { saved } = opened
  const close = (): void => {
    saved.close()
    locked.lock.release()
  }
  return { ok: true, saved: { ...saved, close } }
}

async function openWithKey(settings: ExchangeSettings): Promise<SavedOrProblem> {
  const key = await savedSigningKey(settings.data)
  if (!key.ok) return key
  const opened = openExchange(settings)
  return opened.ok ? { ok: true, saved: { ...opened.saved, signingKey: key.key } } : opened
}

export async function forgetExchange(folder: string): Promise<string | undefined> {
  const cannotMake = makeDataFolder(folder)
  if (cannotMake !== undefined) return cannotMake
  const locked = await lockFolder(folder)
  if (!locked.ok) return inUse(folder, locked.pid)
  dropStaleLock(join(folder, journalFile))
  for (const name of [headFile, journalFile, `${journalFile}-wal`, tokenKeyFile])
    rmSync(join(folder, name), { force: true })
  locked.lock.release()
  return undefined
}

const inUse = (folder: string, pid: number): string =>
  `The data folder ${folder} is in use by another Legwork (process ${pid}). Stop that one, or give this one a folder of its own with SANDBOX_DATA, or keep nothing with SANDBOX_DATA=memory.`

const beginAgain = 'begin again with "npm run sandbox -- --reset"'

const marketOf = ({ seed, market, instruments }: Pick<ExchangeSettings, 'seed' | 'market' | 'instruments'>) => ({
  seed,
  mode: market,
  instruments,
})

function openExchange(settings: ExchangeSettings): SavedOrProblem {
  const { data } = settings
  let journal: FolderJournal | undefined
  try {
    journal = readJournal(data)
    const other = journal === undefined ? undefined : otherSetting(journal.header, settings)
    if (other !== undefined) {
      return {
        ok: false,
        problem: `The exchange stored in ${data} was opened with ${other.had}, and this start asks for ${other.wants}. Start it as it was, give the new one a folder of its own with SANDBOX_DATA, or ${beginAgain}.`,
      }
    }
    const header = journal?.header ?? { ...settings, ...openingAt(settings.clockMs ?? Date.now()) }
    const back = restoreExchange(journal, header, settings, hostTime)
    journal?.close()
    journal = undefined
    const { clockMs } = settings
    const laterMs = clockMs === undefined ? undefined : setForward(back, clockMs)
    const saved = resumeExchange(back, writeJournal(data, headerOf(header)), hostTime.steadyMs, settings.mostEnded)
    if (clockMs !== undefined && laterMs === undefined) saved.saveControl()
    return { ok: true, saved: { ...saved, signingKey: undefined, laterThanAskedMs: laterMs } }
  } catch (error) {
    journal?.close()
    if (!(error instanceof DamagedJournal)) throw error
    return {
      ok: false,
      problem: `The journal ${join(data, journalFile)} cannot be used: ${error.message}. It was left as it is. Put a copy of it back, or ${beginAgain}.`,
    }
  }
}

const openingAt = (ms: number) => ({ frozenAtMs: ms, openedAtMs: ms, rules: latestRules })

function setForward({ exchange, clock }: RestoredExchange, startMs: number): number | undefined {
  // Adopting rules already in force changes nothing and returns the latest time seen.
  const latestMs = msFromMicros(exchange.apply({ kind: 'adopt_rules', version: 0 }, micros(0)).at)
  if (latestMs > startMs) return latestMs
  clock.startAt(startMs)
  return undefined
}

const headerOf = ({ seed, market, instruments, frozenAtMs, openedAtMs, rules }: JournalHeader): JournalHeader => ({
  seed,
  market,
  instruments,
  frozenAtMs,
  openedAtMs,
  ...(rules === undefined ? {} : { rules }),
})

const names = { seed: 'SANDBOX_SEED', market: 'SANDBOX_MARKET', instruments: 'SANDBOX_INSTRUMENTS' } as const

function otherSetting(
  header: JournalHeader,
  settings: ExchangeSettings,
): { readonly had: string; readonly wants: string } | undefined {
  for (const name of ['seed', 'market', 'instruments'] as const) {
    if (header[name] !== settings[name])
      return { had: `${names[name]}=${header[name]}`, wants: `${names[name]}=${settings[name]}` }
  }
  return undefined
}
