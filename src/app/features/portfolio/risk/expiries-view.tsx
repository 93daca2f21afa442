import { useMemo } from 'react'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import type { UnderlyingPrice } from '../../../../core/pricing/portfolio/net-greeks.ts'
import {
  type ExpiringGroup,
  nextExpiries,
  type SettlingLine,
} from '../../../../core/pricing/portfolio/next-expiries.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Heads } from '../../../ui/controls/heads.tsx'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { dash, formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { PanelStateView } from '../../../ui/panel/panel-state-view.tsx'
import { useTicking } from '../../../ui/use-tick.ts'
import type { RiskViewProps } from './risk-view.ts'
import styles from './risk.module.css'
import { SignedCell } from './signed-cell.tsx'

const openedAtFirst = 1

export function ExpiriesView({ risk, lines, chosen, setChosen, lead }: RiskViewProps) {
  useAmountsHidden()
  const { book } = risk
  const { prices } = chosen
  const isChosen = lines.some(line => prices[line.base] !== undefined)
  const underlyings = useMemo(() => withChosen(risk.underlyings, prices), [risk.underlyings, prices])
  const groups = useMemo(
    () => nextExpiries(lines, base => underlyings.get(base), book.atMs),
    [lines, underlyings, book.atMs],
  )
  return (
    <div className={styles.view}>
      <div className={styles.controls}>
        {lead}
        {isChosen && (
          <Button size="sm" variant="quiet" onClick={() => setChosen({ ...chosen, prices: {} })}>
            At the present price
          </Button>
        )}
      </div>
      {groups.length === 0 ? (
        <PanelStateView
          state={{
            kind: 'empty',
            title: 'Nothing expires',
            detail: 'These legs are only spot and perpetuals, which never expire.',
          }}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the keyboard
        <section className={styles.scroll} aria-label="What expires next" tabIndex={0}>
          {groups.map((group, at) => (
            <Group key={`${group.base} ${group.expiryMs}`} group={group} isOpen={at < openedAtFirst} />
          ))}
          <p className={styles.fine}>
            At {isChosen ? 'the price chosen in Payoff or Stress' : 'the present price of the underlying'}, as if it
            were the settlement price; the venue settles at its own. Options pay what they are worth then, futures book
            what they have made since their entry.
          </p>
        </section>
      )}
    </div>
  )
}

function withChosen(
  underlyings: ReadonlyMap<string, UnderlyingPrice>,
  prices: Readonly<Record<string, number>>,
): ReadonlyMap<string, UnderlyingPrice> {
  return new Map(
    [...underlyings].map(([base, now]) => {
      const price = prices[base]
      return [base, price === undefined ? now : { price, source: 'chosen' }] as const
    }),
  )
}

function Group({ group, isOpen }: { readonly group: ExpiringGroup; readonly isOpen: boolean }) {
  const { base, expiryMs, underlying, lines, cash, atMarks, inTheMoney, options, gone } = group
  const left = useTicking(() => formatDaysLeft(expiryMs - serverNowMs()))
  const isWhole = gone.priced === gone.of
  return (
    <details className={styles.expiry} open={isOpen}>
      <summary>
        <strong>
          {base} {shortExpiry(expiryMs)}
        </strong>{' '}
        <span title={formatZoned(expiryMs)}>in {left}</span>
        <span className={styles.quiet}>
          {' '}
          · {lines.length} {lines.length === 1 ? 'leg' : 'legs'}
          {options > 0 && underlying !== undefined && `, ${inTheMoney} of ${options} ITM`}
        </span>
      </summary>
      <dl className={styles.facts}>
        <Fact
          name={`Settles at ${base}`}
          value={underlying === undefined ? dash : `${priceText(underlying.price)} (${underlying.source})`}
        />
        <Fact name="Cash at settlement" value={signed(cash)} />
        <Fact name="Mark value" value={signed(atMarks)} />
        <Fact name="Intrinsic − mark value" value={signed(cash === undefined ? undefined : cash - atMarks)} />
        <Fact name={`Delta rolling off, ${base}`} value={isWhole ? signed(gone.greeks.delta, 3) : dash} />
        <Fact
          name="Vega, theta rolling off"
          value={isWhole ? `${signed(gone.greeks.vegaPerVolPoint, 1)}, ${signed(gone.greeks.thetaPerDay, 1)}` : dash}
        />
        {!isWhole && <Fact name="Greeks of" value={`${gone.priced} of ${gone.of} legs priced`} />}
      </dl>
      <table className={styles.table} aria-label={`${base} ${shortExpiry(expiryMs)} at settlement`}>
        <Heads
          of={[
            'Leg',
            'Size',
            { name: 'ITM', title: 'In or out of the money at this price' },
            { name: 'To strike', title: 'Strike over the price' },
            'Cash, USD',
            { name: 'Δ', title: 'Delta removed with the leg, in coins' },
          ]}
        />
        <tbody>
          {lines.map(each => (
            <LineRow key={each.line.symbol} settling={each} of={`${base} ${shortExpiry(expiryMs)}`} />
          ))}
        </tbody>
      </table>
    </details>
  )
}

const signed = (value: number | undefined, places = 2): string =>
  value === undefined ? dash : formatAmountNumber(value, { places, sign: 'always' })

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

function LineRow({ settling, of }: { readonly settling: SettlingLine; readonly of: string }) {
  const { line, isInTheMoney, away, cash } = settling
  const money = isInTheMoney === undefined ? (line.kind === 'linear' ? 'settles' : dash) : isInTheMoney ? 'ITM' : 'OTM'
  return (
    <tr>
      <th scope="row" title={line.name}>
        {line.name === of ? 'Future' : line.name.startsWith(`${of} `) ? line.name.slice(of.length + 1) : line.name}
      </th>
      <td>{formatAmountNumber(line.size, { places: sizePlaces(line.size) })}</td>
      <td>{money}</td>
      <td>{away === undefined ? dash : formatPercent(away, { sign: 'always' })}</td>
      <SignedCell value={cash} places={2} />
      <SignedCell value={line.greeks?.delta} places={3} />
    </tr>
  )
}

const sizePlaces = (size: number): number =>
  Math.min(4, formatNumber(size, { places: 4 }).replace(/0+$/, '').split('.')[1]?.length ?? 0)
