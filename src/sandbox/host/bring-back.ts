/** An exchange as its journal leaves it: from the last snapshot, with the entries after it done again and compared with what was answered. */
import { type VenueClock, createVenueClock } from '../control/venue-clock.ts'
import { createExchange } from '../engine/create-exchange.ts'
import { firstRules } from '../engine/rules.ts'
import type { Archive, Exchange } from '../exchange.ts'
import type { Difference } from '../journal/first-difference.ts'
import { type ControlState, type StoredEntry, replayEntry } from '../journal/journal-entry.ts'
import type { LeftOut } from '../left-out.ts'
import { type SandboxMarket, createMarket } from '../market/create-market.ts'
import { DamagedJournal, type JournalHeader, type ReadJournal } from './stored-exchange.ts'

/** What only a host has. */
export interface HostTime {
  /** Wall clock, ms since 1970 UTC. */
  readonly wallMs: () => number
  /** Never goes back, ms. */
  readonly steadyMs: () => number
}

export interface EngineSettings {
  readonly rfqTimeoutSeconds: number
  /** What rows of statements had to be left out. */
  readonly leftOut?: LeftOut | undefined
}

export interface BroughtBack {
  readonly market: SandboxMarket
  readonly exchange: Exchange
  readonly clock: VenueClock
  readonly archive: LaidAside
  /** Entries that were done again. */
  readonly replayed: number
  readonly tookMs: number
}

/** What has ended, wherever it can be read at the time: in the journal that is read, then in the one that is written on. */
export interface LaidAside extends Archive {
  from: Archive
}

const nothing: Archive = { byOrderId: () => undefined, byClientOrderId: () => undefined, traded: () => [], all: () => [] }

const laidAside = (from: Archive = nothing): LaidAside => ({
  from,
  byOrderId(id) {
    return this.from.byOrderId(id)
  },
  byClientOrderId(account, id) {
    return this.from.byClientOrderId(account, id)
  },
  traded(account, since) {
    return this.from.traded(account, since)
  },
  all() {
    return this.from.all()
  },
})

/**
 * The exchange of a journal, or without one a new exchange as `header` says. Throws `DamagedJournal`: whatever goes wrong on the way back,
 * the journal is of no use to this program, and its user should read why.
 */
export function bringBack(journal: ReadJournal | undefined, header: JournalHeader, engine: EngineSettings, time: HostTime): BroughtBack {
  try {
    return replay(journal, header, engine, time)
  } catch (error) {
    if (journal === undefined || error instanceof DamagedJournal) throw error
    throw new DamagedJournal(`this exchange cannot be brought back from it (${error instanceof Error ? error.message : String(error)})`)
  }
}

function replay(
  journal: ReadJournal | undefined,
  header: JournalHeader,
  { rfqTimeoutSeconds, leftOut }: EngineSettings,
  { wallMs, steadyMs }: HostTime,
): BroughtBack {
  const { seed, market: mode, instruments, frozenAtMs } = header
  const market = createMarket({ seed, mode, instruments, frozenAtMs })
  const clock = createVenueClock(wallMs)
  const setControl = (control: ControlState): void => {
    clock.restore(control.clock)
    for (const shift of control.shifts) if (!market.shifts().some(known => isSame(known, shift))) market.shift(shift)
  }
  if (journal?.control !== undefined) setControl(journal.control)
  const archive = laidAside(journal?.archive)
  const rules = header.rules ?? firstRules
  const exchange = createExchange({ market, rfqTimeoutSeconds, leftOut, rules, restore: journal?.snapshot, archive })
  const from = steadyMs()
  let replayed = 0
  for (const entry of journal?.entries() ?? []) {
    replayed += 1
    const difference = replayEntry(entry, exchange, setControl)
    if (difference !== undefined) throw new DamagedJournal(isAnother(entry, difference))
  }
  return { market, exchange, clock, archive, replayed, tookMs: steadyMs() - from }
}

const isAnother = ({ what }: StoredEntry, { path, before, after }: Difference): string =>
  `what it says of ${what.slice(0, 80)}… is not what this exchange comes to: ${path} was ${before} and would now be ${after}; most likely another version of Legwork wrote it`

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)
