import { marketsSearch, parseVolatilitySearch, volatilitySearch } from '../../links/screen-links.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { useNavigate, useSearch } from '../../ui/router/use-router.ts'

const views = [
  { value: 'instruments', label: 'Instruments', hint: 'Everything the venue lists' },
  { value: 'volatility', label: 'Volatility', hint: 'Smile, term structure, surface and skew' },
] as const

export function MarketsView() {
  const navigate = useNavigate()
  const isVolatility = parseVolatilitySearch(useSearch()) !== undefined
  return (
    <Segmented
      label="Markets as"
      hideLabel
      size="sm"
      value={isVolatility ? 'volatility' : 'instruments'}
      options={views}
      onChange={view => navigate({ to: '/markets', search: view === 'volatility' ? volatilitySearch({}) : marketsSearch(undefined) })}
    />
  )
}
