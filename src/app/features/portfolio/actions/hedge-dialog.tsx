/** Hedges the delta of the ticked legs, or of a base: instrument, size, and remaining delta. */
import { type ReactNode, useMemo, useState } from 'react'
import { useInstruments } from '../../../api/market/instruments.ts'
import { isZero, toNumber } from '../../../../core/domain/decimal.ts'
import { type Instrument, shortName } from '../../../../core/domain/instrument.ts'
import type { PositionPackage } from '../../../../core/domain/package/package-of-positions.ts'
import { type Hedge, hedgeSize } from '../../../../core/pricing/hedge/cell-hedges.ts'
import { greeksOfSize, sumGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { formatAmountNumber, formatSize } from '../../../ui/format/amounts.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { deltaTitle } from '../../../ui/order/greek-label.ts'
import type { PositionsLeg } from '../rows/positions-row.ts'
import { DraftDialog } from './draft-dialog.tsx'
import styles from './drafts.module.css'

interface HedgeDialogProps {
  readonly legs: readonly PositionsLeg[]
  readonly what: string
  readonly close: () => void
  readonly open: (value: PositionPackage) => void
}

const boundText = ({ bound, quantity }: Hedge): string | undefined =>
  bound === 'maximum'
    ? 'That is the most that one order may hold.'
    : bound === 'minimum'
      ? isZero(quantity)
        ? 'The smallest order would leave more delta than there is now.'
        : 'That is the smallest order.'
      : undefined

const greeksOf = (legs: readonly PositionsLeg[]) =>
  sumGreeks(
    legs.map(({ position, size }) =>
      position.unit === undefined ? undefined : greeksOfSize(position.unit, toNumber(size)),
    ),
  )

export function HedgeDialog({ legs, what, close, open }: HedgeDialogProps): ReactNode {
  useAmountsHidden()
  const { index } = useInstruments()
  const bases = useMemo(() => [...new Set(legs.map(leg => leg.position.base))], [legs])
  const [chosenBase, setBase] = useState(bases[0] ?? '')
  const base = bases.includes(chosenBase) ? chosenBase : (bases[0] ?? '')
  const [symbol, setSymbol] = useState('')
  const instruments = useMemo(
    () =>
      [index?.perpetual(base), ...(index?.futures(base) ?? [])].filter(
        (each): each is Instrument => each?.status === 'active',
      ),
    [index, base],
  )
  const instrument = instruments.find(each => each.symbol === symbol) ?? instruments[0]
  const own = legs.filter(leg => leg.position.base === base)
  const { greeks, priced, of } = greeksOf(own)
  const hedge = instrument === undefined || priced === 0 ? undefined : hedgeSize(greeks.delta, instrument)
  const canOpen = instrument !== undefined && hedge !== undefined && !isZero(hedge.quantity)
  const draft = (): void => {
    if (instrument === undefined || hedge === undefined) return
    open({ legs: [{ symbol: instrument.symbol, ratio: hedge.side === 'buy' ? 1 : -1 }], quantity: hedge.quantity })
  }
  return (
    <DraftDialog title={`Hedge the delta of ${what}`} close={close} open={canOpen ? draft : undefined}>
      <div className={styles.row}>
        {bases.length > 1 && (
          <Select
            label="Base"
            value={base}
            options={bases.map(value => ({ value, label: value }))}
            onChange={setBase}
          />
        )}
        {instrument !== undefined && (
          <Select
            label="By"
            value={instrument.symbol}
            options={instruments.map(each => ({ value: each.symbol, label: shortName(each.symbol) }))}
            onChange={setSymbol}
          />
        )}
      </div>
      <p title={deltaTitle}>
        Delta {formatAmountNumber(greeks.delta, { places: 4, sign: 'always' })} {base}
        <span className={priced < of ? 'warning' : styles.note}>
          {' '}
          · {priced} of {of} {of === 1 ? 'leg' : 'legs'} priced
        </span>
      </p>
      {instrument === undefined && (
        <p className="warning">The venue lists no perpetual or future on {base} that trades.</p>
      )}
      {hedge !== undefined && instrument !== undefined && (
        <p>
          {isZero(hedge.quantity)
            ? 'No hedge'
            : `${hedge.side === 'buy' ? 'Buy' : 'Sell'} ${formatSize(hedge.quantity)} ${shortName(instrument.symbol)}`}
          <span className={styles.note}>
            {' '}
            leaves {formatSize(hedge.leaves)}. {boundText(hedge)}
          </span>
        </p>
      )}
    </DraftDialog>
  )
}
