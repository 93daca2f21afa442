/**
 * Margin in one line: used share by the venue's balances; in the sandbox also maintenance and liquidation prices.
 * Pressing it shows details by underlying and position.
 */
import { useState } from 'react'
import { gapText } from '../../../../core/account/gap.ts'
import { marginFraction, marginLevels, type MarginUse } from '../../../../core/account/margin-use.ts'
import { toNumber } from '../../../../core/domain/decimal.ts'
import { type AccountMargin, useMargin } from '../../../model/account/use-margin.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { MarginGauge } from '../../../ui/charts/margin-gauge.tsx'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Tooltip } from '../../../ui/controls/tooltip.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { formatCompactAmount } from '../../../ui/format/amounts.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { owedText, usedText } from '../../../ui/order/margin-text.ts'
import { useEver } from '../../../ui/use-ever.ts'
import { levelNames, nearLiquidationText } from './margin-text.ts'
import styles from './margin.module.css'

const MarginDrawer = lazyComponent(async () => (await import('./margin-drawer.tsx')).MarginDrawer, null, {
  useClose: ({ open, onClose }) => (open ? onClose : undefined),
})

export function MarginBar({ portfolio }: { readonly portfolio: Portfolio }) {
  useAmountsHidden()
  const margin = useMargin(portfolio)
  const [isOpen, setOpen] = useState(false)
  useCommands([{ id: 'portfolio.margin', name: 'Explain margin', group: 'Portfolio', run: () => setOpen(true) }])
  const wasOpened = useEver(isOpen)
  const { use, gap } = margin
  const covered =
    margin.model !== undefined && margin.model.maintenance < 0
      ? '. Below zero: the options held are worth more than the worst scenario costs'
      : ''
  const why =
    gap === undefined
      ? `Initial margin of positions and open orders against the cash that covers it${covered}`
      : gapText(gap)
  return (
    <>
      <Tooltip content={`${why}. Press to see which position needs how much.`}>
        <button
          type="button"
          className={styles.bar}
          data-level={use?.level}
          data-stale={portfolio.stale}
          aria-haspopup="dialog"
          data-testid="margin-bar"
          onClick={() => setOpen(true)}
        >
          <span className={styles.name}>Margin</span>
          {use === undefined ? <span className="muted">{dash}</span> : <Known use={use} margin={margin} />}
        </button>
      </Tooltip>
      {wasOpened && <MarginDrawer open={isOpen} onClose={() => setOpen(false)} margin={margin} portfolio={portfolio} />}
    </>
  )
}

function Known({ use, margin: { model, hasRules } }: { readonly use: MarginUse; readonly margin: AccountMargin }) {
  const collateral = toNumber(use.collateral)
  const owed = owedText(use.collateral)
  const maintained = model === undefined ? undefined : marginFraction(collateral, model.maintenance)
  return (
    <>
      <span className={styles.used}>{owed ?? usedText(use.fraction)}</span>
      {use.level !== 'ok' && <span className="visually-hidden">{levelNames[use.level]}</span>}
      <MarginGauge fraction={use.fraction} level={use.level} levels={Object.values(marginLevels)} tick={maintained} />
      <span className={styles.words}>
        initial <span className={styles.amount}>{formatCompactAmount(toNumber(use.bound))}</span>
        {owed === undefined && (
          <>
            {' of '}
            <span className={styles.amount}>{formatCompactAmount(collateral)}</span>
          </>
        )}{' '}
        {use.assets.join(' + ')}
        {hasRules && (
          <>
            {' · maintenance '}
            <span className={cx(styles.amount, styles.signed)}>
              {model === undefined ? dash : formatCompactAmount(model.maintenance)}
            </span>
          </>
        )}
      </span>
      <span className={styles.liquidation} data-testid="liquidation-prices">
        {model !== undefined
          ? nearLiquidationText(model)
          : hasRules
            ? dash
            : 'Maintenance and liquidation price not reported by the venue'}
      </span>
    </>
  )
}
