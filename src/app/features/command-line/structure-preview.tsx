/** Preview of the parsed line: executed legs, net, extremes, available size, small payoff. */
import { Fragment } from 'react'
import { useBalances } from '../../api/account/account-hooks.ts'
import { formatDecimal, toNumber } from '../../../core/domain/decimal.ts'
import { effectLabel, exactText, totalText } from '../../../core/domain/effect-label.ts'
import { optionText, parseInstrumentName, shortExpiry, shortName } from '../../../core/domain/instrument.ts'
import { naturalOf } from '../../../core/pricing/market/leg-quotes.ts'
import type { PayoffModel } from '../../../core/pricing/portfolio/payoff-model.ts'
import { PayoffPicture } from '../../ui/charts/payoff-picture.tsx'
import { exactPriceText, priceText } from '../../ui/charts/price-text.ts'
import { cx } from '../../ui/cx.ts'
import { dash, formatNumber, formatPercent } from '../../ui/format/format-decimal.ts'
import { aboutText, extremeText, type ExtremeValue } from '../../ui/order/extreme-text.ts'
import { OrderPhrase } from '../../ui/order/order-phrase.tsx'
import { priceFaultText } from '../../ui/order/price-block.tsx'
import styles from './command-line.module.css'
import type { Preview, PreviewLeg } from './structure-line.ts'

export function StructurePreview({ preview }: { readonly preview: Preview }) {
  const { side, quantity, mode, type, price, model, fault, sizeNote, notes } = preview
  const curve = model.kind === 'none' ? undefined : model.curves[0]
  return (
    <section className={styles.preview} aria-label="What it is understood as" data-testid="line-preview">
      <div className={styles.head}>
        <strong className={styles.title}>
          <OrderPhrase legs={preview.link.legs} side={side} quantity={quantity} />
        </strong>
        <span className="muted">{mode === 'rfq' ? 'RFQ' : type === 'MARKET' ? 'Firm, MARKET' : 'Firm, LIMIT'}</span>
      </div>
      <div className={styles.parts}>
        <Legs legs={preview.legs} />
        {curve === undefined ? null : (
          <div className={styles.picture}>
            <PayoffPicture xs={[...curve.xs]} ys={[...curve.ys]} />
          </div>
        )}
        <Facts preview={preview} />
      </div>
      {notes.length === 0 ? null : <p className="muted">{notes.join(' ')}</p>}
      {fault === undefined ? null : <p className={styles.refusal}>{priceFaultText(fault, { side, price }).title}.</p>}
      {sizeNote === undefined ? null : <p className={styles.refusal}>{sizeNote}</p>}
    </section>
  )
}

function Legs({ legs }: { readonly legs: readonly PreviewLeg[] }) {
  return (
    <table className={styles.legs}>
      <thead>
        <tr>
          <th colSpan={2}>Leg</th>
          <th>Bid</th>
          <th>Ask</th>
          <th>Delta</th>
        </tr>
      </thead>
      <tbody>
        {legs.map(({ symbol, ratio, quote, delta }) => (
          <tr key={symbol}>
            <td className={styles.side} data-side={ratio > 0 ? 'buy' : 'sell'}>
              {ratio > 0 ? '+' : '−'}
              {Math.abs(ratio)}
            </td>
            <td>{legName(symbol)}</td>
            <td>{quote.bid === undefined ? dash : exactText(quote.bid)}</td>
            <td>{quote.ask === undefined ? dash : exactText(quote.ask)}</td>
            <td>{delta === undefined ? dash : formatNumber(delta, { sign: 'always' })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function legName(symbol: string): string {
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return shortName(symbol)
  return `${shortExpiry(name.expiryMs)} ${optionText(name)}`
}

function Facts({ preview }: { readonly preview: Preview }) {
  const { side, quantity, price, net, model, delta, currency } = preview
  const shown = price ?? net.mid?.price
  const balance = useBalances().data?.find(one => one.symbol === currency)
  const extremes = extremesOf(model)
  const times = toNumber(quantity)
  const said = (value: ExtremeValue): string =>
    (model.kind === 'model' ? aboutText : extremeText)(value, times, ` ${currency}`)
  const natural = naturalOf(net, side)
  const facts: readonly (readonly [string, string])[] = [
    [
      price === undefined ? 'Net at mid' : 'Your price',
      shown === undefined ? 'a leg has no quote' : effectLabel(side, shown).text,
    ],
    ['In total', shown === undefined ? dash : totalText(side, shown, quantity).replace(' in total', '')],
    ['Leg by leg now', natural === undefined ? dash : effectLabel(side, natural.price).text],
    ['Max profit', extremes === undefined ? dash : said(extremes.best)],
    ['Max loss', extremes === undefined ? dash : said(extremes.worst)],
    ['Break-even', breakEvenText(model)],
    ['Chance', chanceText(model)],
    ['Delta', delta === undefined ? dash : formatNumber(delta, { sign: 'always' })],
    [
      'Available',
      balance === undefined ? dash : marginText(balance.available_balance, extremes?.worst, times, currency),
    ],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd className={cx(value === 'unlimited' && term === 'Max loss' && 'loss')}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Available balance after the order's worst outcome; the venue's own margin may be less. */
function marginText(
  available: Parameters<typeof formatDecimal>[0],
  worst: number | 'unlimited' | undefined,
  times: number,
  currency: string,
): string {
  const now = `${formatDecimal(available, { places: 0 })} ${currency}`
  if (worst === undefined || worst === 'unlimited') return now
  return `${now} → ${formatNumber(toNumber(available) + Math.min(0, worst) * times, { places: 0 })} at worst`
}

function extremesOf(
  model: PayoffModel,
): { readonly best: number | 'unlimited'; readonly worst: number | 'unlimited' } | undefined {
  if (model.kind === 'exact') return { best: model.payoff.maxProfit.value, worst: model.payoff.maxLoss.value }
  return model.kind === 'model'
    ? { best: model.presentExtremes.greatest, worst: model.presentExtremes.least }
    : undefined
}

function breakEvenText(model: PayoffModel): string {
  if (model.kind === 'none') return dash
  const prices = model.breakEvens.map(price =>
    model.kind === 'exact' ? exactPriceText(price) : `≈ ${priceText(price)}`,
  )
  return prices.length === 0 ? 'none' : prices.join(', ')
}

const chanceText = (model: PayoffModel): string =>
  model.kind === 'none' || model.outlook === undefined
    ? dash
    : formatPercent(model.outlook.chanceOfProfit, { places: 0 })
