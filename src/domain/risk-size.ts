/** The size of an order by what it may risk: limits as typed, and the answer with the limit that decides. */
import type { Decimal } from './decimal.ts'

/** Loss at worst, in percent of equity; stress of the portfolio with the order, in USD; margin, in percent; share of the quoted sizes, in percent. */
export const riskLimits = ['loss', 'stress', 'margin', 'depth'] as const

export type RiskLimit = (typeof riskLimits)[number]
/** What is not set limits nothing. */
export type RiskLimits = Readonly<Partial<Record<RiskLimit, Decimal>>>

export type RiskSize =
  | {
      readonly kind: 'size'
      /** Zero where no size keeps the limits. */
      readonly size: Decimal
      /** The limit that one step more breaks; `most` where no larger order is admitted. */
      readonly decides: RiskLimit | 'most'
    }
  /** A limit cannot be checked, and why. */
  | { readonly kind: 'unknown'; readonly why: string }

/** A ticket's way to such a size. */
export interface Sizing {
  /** While it is open, sizes of the quotes are asked for. */
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  readonly solve: (limits: RiskLimits) => RiskSize
  /** Age of the quotes. */
  readonly agoMs: () => number | undefined
}
