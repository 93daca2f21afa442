/** Hedges a draft from a dialog: as a separate order, or as a leg of the package. */
import { useState } from 'react'
import { canonical, dec, type Decimal, eq, mul } from '../../../../core/domain/decimal.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { formatAmount, formatAmountNumber } from '../../../ui/format/amounts.ts'
import { formatNumber, formatQuantity } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import styles from './structure-panel.module.css'
import type { HedgeOffer } from './use-hedge.ts'

interface HedgeProps {
  readonly hedge: HedgeOffer | undefined
  readonly quantity: Decimal | undefined
}

export function HedgeMenu({ hedge, quantity }: HedgeProps) {
  useAmountsHidden()
  const add = hedge?.inPackage.find(each => each.isUsual)?.add
  const [isOpen, setOpen] = useState(false)
  useCommands([
    {
      id: 'build.hedge',
      name: 'Add the hedge: delta to zero',
      group: 'Build',
      keys: 'addHedge',
      enabled: add !== undefined,
      run: () => add?.(),
    },
    {
      id: 'build.hedgeWith',
      name: 'Hedge: choose how',
      group: 'Build',
      enabled: hedge !== undefined,
      run: () => setOpen(true),
    },
  ])
  if (hedge === undefined || !isOpen) return null
  const { delta, typed, symbol, choices, choose, inPackage, beside } = hedge
  return (
    <Dialog open onClose={() => setOpen(false)} size="sm" title="Hedge" testId="hedge">
      <div className={styles.hedge}>
        <p>
          Δ {formatAmountNumber(delta, { places: 3, sign: 'always' })}
          {typed ? ' (overridden)' : ''}
        </p>
        <Select label="Hedge with" compact hideLabel={false} value={symbol} options={choices} onChange={choose} />
        {beside === undefined ? null : (
          <Button size="sm" onClick={beside.open}>
            {beside.side === 'buy' ? 'Buy' : 'Sell'} {formatAmount(beside.quantity)} as a separate order
          </Button>
        )}
        <InPackage ways={inPackage} name={shortName(symbol)} quantity={quantity} added={() => setOpen(false)} />
      </div>
    </Dialog>
  )
}

interface InPackageProps {
  readonly ways: HedgeOffer['inPackage']
  readonly name: string
  readonly quantity: Decimal | undefined
  readonly added: () => void
}

function InPackage({ ways, name, quantity, added }: InPackageProps) {
  const [times, setTimes] = useState<number>()
  const way = ways.find(each => each.ratio.times === times) ?? ways.find(each => each.isUsual) ?? ways[0]
  const textOf = ({ ratio, quantity: size }: (typeof ways)[number]): string => {
    const whole = mul(size, dec(ratio.times))
    const rounded =
      quantity === undefined || eq(quantity, whole)
        ? ''
        : `: ${formatQuantity(canonical(whole))} in place of ${formatQuantity(quantity)}`
    const sized = quantity === undefined || eq(quantity, size) ? '' : `, size ${formatQuantity(size)}${rounded}`
    return `${ratio.times} : ${formatNumber(ratio.hedge, { places: 0, sign: 'always' })} ${name}, leaves Δ ${formatNumber(ratio.left, { places: 3, sign: 'always' })}${sized}`
  }
  if (way === undefined) return null
  return (
    <>
      <Select
        label="Ratio of the hedge"
        compact
        hideLabel={false}
        value={String(way.ratio.times)}
        options={ways.map(each => ({ value: String(each.ratio.times), label: textOf(each) }))}
        onChange={value => setTimes(Number.parseInt(value, 10))}
      />
      <Button
        size="sm"
        onClick={() => {
          way.add()
          added()
        }}
      >
        Add the hedge
      </Button>
    </>
  )
}
