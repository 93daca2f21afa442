/** Explanation of a header figure from the page's data and history; loaded with the first press. */
import { useMemo } from 'react'
import { useSamples } from '../../../api/history/sample-hooks.ts'
import { chooseAccount } from '../../../model/account/account-choices.ts'
import type { AccountChoices } from '../../../../core/account/parse-account-choices.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { useExplanation } from '../../../model/account/use-explanation.ts'
import { useRealised } from '../../../model/account/use-realised.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { noteExplanationRead } from '../../../ui/tour/tour-store.ts'
import { ExplainTable } from '../history/explain-table.tsx'
import { useDayChange } from '../history/use-day-change.ts'
import { ExplanationDrawer } from './explanation-drawer.tsx'
import type { FigureId } from './figures.tsx'
import { dayOptions, equityOptions } from './header-choices.ts'
import styles from './header.module.css'

export interface ExplainedFigureProps {
  readonly figure: FigureId | undefined
  readonly portfolio: Portfolio
  readonly choices: AccountChoices
  readonly explain: (id: FigureId | undefined) => void
}

export function ExplainedHeaderFigure({ figure: id, portfolio, choices, explain }: ExplainedFigureProps) {
  // Formulas contain amounts.
  useAmountsHidden()
  const day = useDayChange(portfolio.totals.equity[choices.equity].value, choices.equity, choices.dayStart)
  const realised = useRealised()
  return (
    <ExplanationDrawer
      explained={id}
      inputs={{ portfolio, ...choices, day, realised }}
      stale={portfolio.stale}
      choice={id === undefined ? null : <Choice id={id} choices={choices} />}
      parts={id === 'day' && day.change?.kind === 'known' ? <DayParts baseMs={day.change.baseMs} /> : null}
      onClose={() => {
        explain(undefined)
        noteExplanationRead()
      }}
    />
  )
}

function DayParts({ baseMs }: { readonly baseMs: number }) {
  const loaded = useSamples()
  const times = useMemo(() => (loaded.status === 'ready' ? loaded.value.map(sample => sample.atMs) : []), [loaded])
  const explanation = useExplanation(times, baseMs, times.at(-1))
  return explanation === undefined || explanation === null ? null : <ExplainTable explanation={explanation} />
}

function Choice({ id, choices }: { readonly id: FigureId; readonly choices: AccountChoices }) {
  if (id !== 'equity' && id !== 'day') return null
  return (
    <div className={styles.choice}>
      <Select
        label="Equity is"
        value={choices.equity}
        options={equityOptions}
        onChange={equity => chooseAccount({ equity })}
      />
      {id === 'day' && (
        <Select
          label="The day begins at"
          value={choices.dayStart}
          options={dayOptions}
          onChange={dayStart => chooseAccount({ dayStart })}
        />
      )}
    </div>
  )
}
