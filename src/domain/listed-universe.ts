/** What is listed, as far as a chain, a surface or a moved leg needs to know it; the instrument index answers all of it. */
import type { Decimal } from './decimal.ts'
import type { Instrument } from './instrument.ts'

/** One strike of a chain. */
export interface ChainStrike {
  readonly strike: Decimal
  readonly call?: Instrument | undefined
  readonly put?: Instrument | undefined
}

export interface ListedChains {
  /** Expiry times in ms, nearest first. */
  readonly expiries: (base: string) => readonly number[]
  readonly chain: (base: string, expiryMs: number) => readonly ChainStrike[]
  readonly futures: (base: string) => readonly Instrument[]
}

export interface ListedUniverse extends ListedChains {
  readonly bases: () => readonly string[]
  readonly spot: (base: string) => Instrument | undefined
  readonly perpetual: (base: string) => Instrument | undefined
}
