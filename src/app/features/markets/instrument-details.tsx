import { useMemo } from 'react'
import { shownStep } from '../../../core/account/position-rows.ts'
import { useBalances } from '../../api/account/account-hooks.ts'
import { useOrderBook } from '../../api/market/market-hooks.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { signedSize } from '../../../core/domain/account.ts'
import type { OptionMark } from '../../../core/pricing/market/base-surface.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { type Definition, DefinitionList } from '../../ui/controls/definition-list.tsx'
import { Amount, Figure, Pnl } from '../../ui/format/figures.tsx'
import { dash, formatNumber, formatPercent } from '../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../ui/format/format-time.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { type Decimal, formatDecimal } from '../../../core/domain/decimal.ts'
import type { Instrument } from '../../../core/domain/instrument.ts'
import { opposite, type Side } from '../../../core/domain/order.ts'
import { amendSearch } from '../../links/overlay-links.ts'
import { usePriceOverTime } from '../../model/prices/use-price-over-time.ts'
import { BookLevels } from '../../ui/order/book-levels.tsx'
import { PriceHistory } from '../../ui/order/price-history.tsx'
import { ivTip, productLabels, quoted } from './instrument-columns.tsx'
import type { InstrumentRow } from './instrument-rows.ts'
import type { MarketNavigation } from './market-navigation.ts'
import styles from './markets.module.css'
import type { WatchLists } from './use-watch-lists.ts'

interface InstrumentDetailsProps {
  readonly row: InstrumentRow
  readonly navigation: MarketNavigation
  readonly watchLists: WatchLists
  readonly mark: OptionMark | undefined
  readonly arePositionsKnown: boolean
}

function marketFacts({ summary, instrument, product }: InstrumentRow, hasBook: boolean): Definition[] {
  const step = instrument.price_step
  const figure = (term: string, value: Parameters<typeof Figure>[0]['value'], title?: string): Definition => ({
    term,
    value: <Figure value={value} step={step} />,
    title,
  })
  return [
    ...(hasBook
      ? []
      : [
          figure('Bid', quoted(summary?.best_bid), 'best_bid of the market summary'),
          figure('Ask', quoted(summary?.best_ask), 'best_ask of the market summary'),
        ]),
    figure('Last', quoted(summary?.last_price), 'last_price of the market summary'),
    {
      term: 'Index',
      value: <Figure value={summary?.index_price} places={2} />,
      title: 'index_price of the market summary',
    },
    figure('24 h high', summary?.high_24),
    figure('24 h low', summary?.low_24),
    { term: '24 h volume', value: <Figure value={summary?.base_volume ?? summary?.volume} places={1} /> },
    { term: 'Open interest', value: <Figure value={summary?.open_interest} places={1} /> },
    ...(product === 'perpetual'
      ? [
          {
            term: 'Funding rate',
            value: <Figure value={summary?.funding_rate} />,
            title: 'funding_rate, as the venue says',
          },
        ]
      : []),
  ]
}

function optionFacts({ product }: InstrumentRow, mark: OptionMark | undefined): Definition[] {
  const number = (value: number | undefined, text: (known: number) => string): string =>
    value === undefined ? dash : text(value)
  if (product !== 'option') return []
  return [
    { term: 'IV', value: number(mark?.volatility, value => formatPercent(value)), title: ivTip(mark) },
    {
      term: 'Delta',
      value: number(mark?.delta, value => formatNumber(value, { places: 2 })),
      title: 'Black-76, to the forward',
    },
  ]
}

/** Position and available balance of the settlement asset. "flat" only if the venue reported it. */
function OwnFacts({ row, arePositionsKnown }: { readonly row: InstrumentRow; readonly arePositionsKnown: boolean }) {
  const { position, instrument } = row
  const balances = useBalances()
  const asset = instrument.quote_asset
  const funds = balances.data?.find(each => each.symbol === asset)
  const held: Definition[] =
    position === undefined
      ? [{ term: 'Position', value: arePositionsKnown ? 'flat' : dash }]
      : [
          { term: 'Position', value: <Amount value={signedSize(position)} sign="always" /> },
          {
            term: 'Entry',
            value: (
              <Amount
                value={position.average_entry_price}
                step={shownStep(instrument.price_step)}
                title={formatDecimal(position.average_entry_price)}
              />
            ),
          },
          {
            term: 'Mark',
            value: <Figure value={position.mark_price} step={instrument.price_step} />,
            title: 'The venue’s, of the position',
          },
          { term: 'uPnL', value: <Pnl value={position.upnl} places={2} />, title: 'As the venue says' },
        ]
  const available: Definition = {
    term: `Available ${asset}`,
    value: <Amount value={funds?.available_balance} places={asset.startsWith('USD') ? 2 : undefined} />,
    title:
      funds === undefined
        ? `The venue has not reported an available balance in ${asset}`
        : `available_balance of ${asset}, as the venue says`,
  }
  return (
    <section aria-label="Own position and funds">
      <DefinitionList columns={2} items={[...held, available]} />
    </section>
  )
}

function ruleFacts({ instrument, expiryMs, base }: InstrumentRow): Definition[] {
  const expiry =
    expiryMs === undefined
      ? []
      : [{ term: 'Expires', value: `${formatZoned(expiryMs)} (${formatDaysLeft(expiryMs - serverNowMs())})` }]
  return [
    ...expiry,
    { term: 'Minimum quantity', value: <Figure value={instrument.minimum_quantity} /> },
    { term: 'Maximum quantity', value: <Figure value={instrument.maximum_quantity} /> },
    { term: 'Quantity step', value: <Figure value={instrument.quantity_step} /> },
    { term: 'Price step', value: <Figure value={instrument.price_step} /> },
    { term: 'Minimum value', value: <Figure value={instrument.minimum_value} suffix={instrument.quote_asset} /> },
    { term: 'Maximum value', value: <Figure value={instrument.maximum_value} suffix={instrument.quote_asset} /> },
    { term: 'Base asset', value: base },
    { term: 'Quote asset', value: instrument.quote_asset },
    { term: 'tradeable_entity_id', value: <code>{instrument.tradeable_entity_id}</code> },
    { term: 'Tags', value: instrument.tags.length === 0 ? 'none' : instrument.tags.join(', ') },
  ]
}

export function InstrumentDetails({ row, navigation, watchLists, mark, arePositionsKnown }: InstrumentDetailsProps) {
  const hasBook = useCapabilities().orderBook !== 'absent'
  return (
    <div className={styles.details}>
      <p className={styles.wireName}>
        <code>{row.symbol}</code>
        <CopyButton text={row.symbol} label="Copy" />
        {row.product !== undefined && <Badge>{productLabels[row.product]}</Badge>}
        <Badge tone={row.active ? 'ok' : 'warning'}>{row.instrument.status}</Badge>
      </p>
      {!row.active && (
        <Banner tone="warning" title="Not tradeable now">
          The venue lists it as {row.instrument.status}.
        </Banner>
      )}
      <div className={styles.trade}>
        <Button variant="buy" disabled={!row.active} onClick={() => navigation.trade(row, 'buy')}>
          Buy
        </Button>
        <Button variant="sell" disabled={!row.active} onClick={() => navigation.trade(row, 'sell')}>
          Sell
        </Button>
        <Button disabled={!row.active} onClick={() => navigation.build(row)}>
          Add to builder
        </Button>
        {watchLists.lists.map(({ name, symbols }) => {
          const isIn = symbols.has(row.symbol)
          return (
            <Button key={name} variant="quiet" aria-pressed={isIn} onClick={() => watchLists.toggle(name, row.symbol)}>
              {watchLists.lists.length > 1 ? `${isIn ? '★' : '☆'} ${name}` : isIn ? '★ Watched' : '☆ Watch'}
            </Button>
          )
        })}
      </div>
      <DefinitionList columns={2} items={[...marketFacts(row, hasBook), ...optionFacts(row, mark)]} />
      <OwnFacts row={row} arePositionsKnown={arePositionsKnown} />
      {hasBook && (
        <BookLadder
          key={row.symbol}
          instrument={row.instrument}
          onPrice={row.active ? (side, price) => navigation.trade(row, side, price) : undefined}
        />
      )}
      <InstrumentPrice key={`price ${row.symbol}`} row={row} />
      <section className={styles.section} aria-label="Rules">
        <h3 className={styles.sectionTitle}>Rules</h3>
        <DefinitionList items={ruleFacts(row)} />
      </section>
    </div>
  )
}

function InstrumentPrice({ row }: { readonly row: InstrumentRow }) {
  const legs = useMemo(() => [{ symbol: row.symbol, ratio: 1 }], [row.symbol])
  return (
    <div className={styles.section}>
      <h3 className={styles.sectionTitle}>Price over time</h3>
      <PriceHistory name={row.name} {...usePriceOverTime(legs)} amendSearch={amendSearch} />
    </div>
  )
}

const depth = 6

interface BookLadderProps {
  readonly instrument: Instrument
  readonly onPrice: ((side: Side, price: Decimal) => void) | undefined
}

function BookLadder({ instrument, onPrice }: BookLadderProps) {
  const book = useOrderBook(instrument.symbol, depth)
  return (
    <BookLevels
      book={book}
      depth={depth}
      step={instrument.price_step}
      onPrice={onPrice === undefined ? undefined : (side, price) => onPrice(opposite(side), price)}
      pressTitle={(side, price) => `${side === 'buy' ? 'Sell' : 'Buy'} at ${price}: opens the ticket and sends nothing`}
    />
  )
}
