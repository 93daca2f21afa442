/** Price history of a package from the address (`?prices=`), in a drawer over any screen. Mounted once by the app. */
import { useMemo } from 'react'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { tradePhrase } from '../../../core/domain/trade-story/trade-phrase.ts'
import { amendSearch, parsePriceSearch, withoutPrices } from '../../links/overlay-links.ts'
import { usePriceOverTime } from '../../model/prices/use-price-over-time.ts'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { PriceHistory } from '../../ui/order/price-history.tsx'
import { useNavigate, useSearch } from '../../ui/router/use-router.ts'

export function PriceDrawer() {
  const search = useSearch()
  const navigate = useNavigate()
  const asked = JSON.stringify(parsePriceSearch(search))
  const legs = useMemo(() => (asked === undefined ? undefined : (JSON.parse(asked) as readonly PackageLeg[])), [asked])
  if (legs === undefined) return null
  const close = (): void => navigate({ to: '.', search: withoutPrices, replace: true })
  return (
    <Drawer open onClose={close} title={`Price over time: ${tradePhrase(legs, 'buy').text}`} testId="price-drawer">
      <Prices key={asked} legs={legs} />
    </Drawer>
  )
}

function Prices({ legs }: { readonly legs: readonly PackageLeg[] }) {
  return <PriceHistory name={tradePhrase(legs, 'buy').text} {...usePriceOverTime(legs)} amendSearch={amendSearch} />
}
