/** Sizes an order by risk limits, and names the limit that decides. */
import type { Decimal } from './decimal.ts'

/** Maximum loss, % of equity; stress of the portfolio with the order, USD; margin, %; share of the quoted sizes, %. */
export const riskLimits = ['loss', 'stress', 'margin', 'depth'] as const

export type RiskLimit = (typeof riskLimits)[number]
export type RiskLimits = Readonly<Partial<Record<RiskLimit, Decimal>>>

export type RiskSize =
  | {
      readonly kind: 'size'
      readonly size: Decimal
      /** The limit that the next step exceeds. `most`: no larger order is admitted. */
      readonly decides: RiskLimit | 'most'
    }
  | { readonly kind: 'unknown'; readonly why: string }

export interface SizingState {
  /** Quote sizes are fetched only while open. */
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  readonly solve: (limits: RiskLimits) => RiskSize
  readonly agoMs: () => number | undefined
}
