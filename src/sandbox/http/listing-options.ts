/** What the long answers are made from. */
import type { LeftOut } from '../left-out.ts'
import type { MarketActivity } from '../market/activity.ts'
import type { SandboxMarket } from '../market/create-market.ts'
import type { Compress } from './cached-text.ts'

export interface ListingTextsOptions {
  readonly market: SandboxMarket
  /** What clients did to the market; nothing, without one. */
  readonly activity?: MarketActivity | undefined
  readonly leftOut: LeftOut
  readonly compress?: Compress | undefined
  /**
   * A name of this run of this exchange, part of every entity tag: another one under the same address, or this one started anew, has other
   * texts under the same day and the same count of revisions.
   */
  readonly run?: string | undefined
  /** Lets other work of the host go first; without one a text is made in one go. */
  readonly pause?: (() => Promise<void>) | undefined
}

/** Rows written before other work is let through. */
export const rowsPerSlice = 250
