import { shortName } from '../../../../core/domain/instrument.ts'
import { addToBuilderSearch } from '../../../links/builder-link.ts'
import { parseVolatilitySearch, volatilitySearch } from '../../../links/screen-links.ts'
import { ticketSearch } from '../../../links/overlay-links.ts'
import type { SmileQuote } from '../../../../core/pricing/volatility/smile-quotes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useNavigate, useSearch } from '../../../ui/router/use-router.ts'
import { numberText } from './volatility-text.ts'
import styles from './volatility.module.css'

export function PointActions({ quote }: { readonly quote: SmileQuote | undefined }) {
  const navigate = useNavigate()
  const here = volatilitySearch(parseVolatilitySearch(useSearch()) ?? {})
  if (quote === undefined)
    return <p className={styles.actions}>Press a point for its ticket, or to add it to the draft.</p>
  const { symbol, bidPrice, askPrice } = quote
  const add = (ratio: number): void => navigate({ to: '/build', search: addToBuilderSearch([{ symbol, ratio }]) })
  return (
    <p className={styles.actions} data-testid="point-actions">
      <strong>{shortName(symbol)}</strong>
      <span>
        {numberText(bidPrice)} / {numberText(askPrice)}
      </span>
      <Button size="sm" onClick={() => navigate({ to: '/markets', search: { ...here, ...ticketSearch(symbol) } })}>
        Trade…
      </Button>
      <Button size="sm" onClick={() => add(1)}>
        Buy in draft
      </Button>
      <Button size="sm" onClick={() => add(-1)}>
        Sell in draft
      </Button>
    </p>
  )
}
