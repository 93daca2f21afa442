/** Data of the volatility view: a base's current surface, one expiry, positions and draft. */
import { useMemo, useState } from 'react'
import { readStored } from '../../../api/browser/stored.ts'
import { type Instruments, useInstruments } from '../../../api/market/instruments.ts'
import type { Resource } from '../../../api/polling/resource.ts'
import { signedSize } from '../../../../core/domain/account.ts'
import { type Decimal, sign } from '../../../../core/domain/decimal.ts'
import { usualBase, usualExpiry } from '../../../../core/domain/instrument-index.ts'
import { fieldsOf } from '../../../../core/domain/json.ts'
import type { Quotes } from '../../../../core/domain/market-data.ts'
import { parseJoinedSymbol } from '../../../../core/domain/order.ts'
import { draftKey, parseBuilderSearch } from '../../../links/builder-link.ts'
import { parseVolatilitySearch, type VolatilitySearch, volatilitySearch } from '../../../links/screen-links.ts'
import { usePlainPositions } from '../../../model/account/use-portfolio.ts'
import { useMarket } from '../../../model/market/use-market.ts'
import type { BaseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { useNavigate, useSearch } from '../../../ui/router/use-router.ts'

export interface Volatility {
  readonly instruments: Instruments
  readonly quotes: Resource<Quotes>
  readonly bases: readonly string[]
  readonly base: string | undefined
  readonly surface: BaseSurface | undefined
  readonly expiryMs: number | undefined
  /** Signed sizes by symbol; undefined while positions are incomplete. */
  readonly positions: ReadonlyMap<string, Decimal> | undefined
  readonly draft: ReadonlyMap<string, number>
  readonly show: (choice: VolatilitySearch) => void
}

/** Read once: this view cannot edit the draft. */
function readDraft(): ReadonlyMap<string, number> {
  const { legs = '' } = parseBuilderSearch(fieldsOf(readStored('tab', draftKey)))
  return new Map(
    legs
      .split('/')
      .flatMap(part => parseJoinedSymbol(part) ?? [])
      .map(leg => [leg.symbol, leg.ratio]),
  )
}

export function useVolatility(): Volatility {
  const instruments = useInstruments()
  const { quotes, surfaces } = useMarket()
  const chosen = parseVolatilitySearch(useSearch()) ?? {}
  const navigate = useNavigate()
  const { index } = instruments
  const bases = useMemo(
    () => (index === undefined ? [] : index.bases().filter(each => index.expiries(each).length > 0)),
    [index],
  )
  const base = bases.find(each => each === chosen.base) ?? bases.find(each => each === usualBase) ?? bases[0]
  const surface = base === undefined ? undefined : surfaces.of(base)
  const expiries = [...(surface?.expiries.keys() ?? [])]
  const expiryMs = expiries.find(each => each === chosen.expiryMs) ?? usualExpiry(expiries, surfaces.atMs)
  const { positions: held, gap } = usePlainPositions()
  const positions = useMemo(() => {
    if (held.data === undefined || gap !== undefined) return undefined
    const sizes = held.data.map(position => [position.symbol, signedSize(position)] as const)
    return new Map(sizes.filter(([, size]) => sign(size) !== 0))
  }, [held.data, gap])
  const [draft] = useState(readDraft)
  const show = (choice: VolatilitySearch): void => navigate({ to: '/markets', search: volatilitySearch(choice) })
  return { instruments, quotes, bases, base, surface, expiryMs, positions, draft, show }
}
