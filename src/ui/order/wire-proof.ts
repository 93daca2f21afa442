/**
 * Proof that what is sent is what was meant: per instrument the signed quantity, and the cash of the whole, before and after
 * normalisation. It compares; it does not normalise.
 */
import { canonical, type Decimal, eq, zero } from '../../domain/decimal.ts'
import { cashToTrader, legTotals, type PackageIntent } from '../../domain/normalise.ts'

export interface ProofLine {
  readonly symbol: string
  readonly meant: Decimal
  readonly sent: Decimal
  readonly equal: boolean
}

export interface WireProof {
  readonly legs: readonly ProofLine[]
  /** Cash to the trader if all is filled at the price; undefined where no price is sent. */
  readonly cash?: { readonly meant: Decimal; readonly sent: Decimal; readonly equal: boolean }
  readonly holds: boolean
}

/** Both sides of a wire form, compared leg by leg and in cash. */
export function wireProof(meant: PackageIntent, sent: PackageIntent): WireProof {
  const before = legTotals(meant)
  const after = legTotals(sent)
  const names = new Map([...meant.legs, ...sent.legs].map(leg => [leg.tradeable_entity_id as string, leg.symbol]))
  const legs = [...new Set([...after.keys(), ...before.keys()])].map(id => {
    const one = before.get(id) ?? zero
    const other = after.get(id) ?? zero
    return { symbol: names.get(id) ?? id, meant: canonical(one), sent: canonical(other), equal: eq(one, other) }
  })
  const cash = proveCash(meant, sent)
  const holds = legs.every(line => line.equal) && (cash?.equal ?? true)
  return cash === undefined ? { legs, holds } : { legs, cash, holds }
}

function proveCash(meant: PackageIntent, sent: PackageIntent): WireProof['cash'] {
  if (meant.price === undefined || sent.price === undefined) return undefined
  const one = cashToTrader(meant.side, meant.price, meant.quantity)
  const other = cashToTrader(sent.side, sent.price, sent.quantity)
  return { meant: one, sent: other, equal: eq(one, other) }
}
