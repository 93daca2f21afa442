/** The ticket's market: last trade, position, and the book, whose levels can be pressed. */
import { useMarketSummary, useOrderBook } from '../../api/market/market-hooks.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { type Position, signedSize } from '../../../core/domain/account.ts'
import type { Decimal } from '../../../core/domain/decimal.ts'
import { type Instrument, parseInstrumentName } from '../../../core/domain/instrument.ts'
import { type Definition, DefinitionList } from '../../ui/controls/definition-list.tsx'
import { Amount, Figure, Pnl } from '../../ui/format/figures.tsx'
import { dash } from '../../ui/format/format-decimal.ts'
import { BookLevels } from '../../ui/order/book-levels.tsx'
import styles from './single-leg-ticket.module.css'

export const ticketDepth = 5

interface TicketMarketProps {
  readonly instrument: Instrument
  readonly positions: readonly Position[] | undefined
  readonly realised: Decimal | undefined
  readonly onPrice: ((price: Decimal) => void) | undefined
}

export function TicketMarket({ instrument, positions, realised, onPrice }: TicketMarketProps) {
  const quote = useMarketSummary().data?.get(instrument.symbol)
  const { symbol, price_step: step } = instrument
  const name = parseInstrumentName(symbol)
  const facts: Definition[] = [
    {
      term: 'Last',
      value: <Figure value={quote?.last_price} step={step} />,
      title: 'last_price of the market summary',
    },
    { term: 'Price step', value: `${step} ${instrument.quote_asset}` },
    ...heldFacts(
      positions?.filter(each => each.symbol === symbol),
      realised,
    ),
  ]
  return (
    <>
      <p className={styles.symbol}>
        <code>{symbol}</code>
        {name?.product === 'option' ? ` · European ${name.right}, cash-settled` : ''}
      </p>
      <DefinitionList items={facts} columns={2} />
      <TicketBook instrument={instrument} onPrice={onPrice} />
    </>
  )
}

/** "flat" only if the venue reported it. */
function heldFacts(held: readonly Position[] | undefined, realised: Decimal | undefined): Definition[] {
  const [one, ...more] = held ?? []
  // A venue may hold a long and a short: then neither alone is the position.
  if (one === undefined || more.length > 0) {
    const text = held === undefined || more.length > 0 ? dash : 'flat'
    return [
      { term: 'Position', value: text },
      { term: 'Entry', value: dash },
    ]
  }
  return [
    { term: 'Position', value: <Amount value={signedSize(one)} sign="always" /> },
    {
      term: 'Entry',
      value: <Amount value={one.average_entry_price} />,
      title: 'Average entry price, as the venue says',
    },
    { term: 'You realise', value: <Pnl value={realised} />, title: 'P&L that this order realises at its price' },
  ]
}

function TicketBook({ instrument, onPrice }: Pick<TicketMarketProps, 'instrument' | 'onPrice'>) {
  const isShown = useCapabilities().orderBook !== 'absent'
  const book = useOrderBook(isShown ? instrument.symbol : undefined, ticketDepth)
  if (!isShown) return null
  return (
    <div className={styles.book}>
      <BookLevels
        book={book}
        depth={ticketDepth}
        step={instrument.price_step}
        onPrice={onPrice === undefined ? undefined : (_, price) => onPrice(price)}
        pressTitle={(_, price) => `Take ${price} as the price of this order; sends nothing`}
      />
    </div>
  )
}
