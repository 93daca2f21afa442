/** The explanation of a figure of the header, of what the page shows and what its history tells; its code comes when the first figure is pressed. */
import { chooseAccount } from '../../../model/account/account-choices.ts'
import type { AccountChoices } from '../../../account/parse-account-choices.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { useRealised } from '../../../model/account/use-realised.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { noteExplanationRead } from '../../../ui/tour/tour-store.ts'
import { useDayChange } from '../history/use-day-change.ts'
import { ExplanationDrawer } from './explanation-drawer.tsx'
import type { FigureId } from './figure-ids.ts'
import { dayOptions, equityOptions } from './header-choices.ts'
import styles from './header.module.css'

export interface ExplainedFigureProps {
  /** Undefined while the drawer is closed. */
  readonly figure: FigureId | undefined
  readonly portfolio: Portfolio
  readonly choices: AccountChoices
  readonly explain: (id: FigureId | undefined) => void
}

export function ExplainedHeaderFigure({ figure: id, portfolio, choices, explain }: ExplainedFigureProps) {
  // Formulas are texts that tell amounts.
  useAmountsHidden()
  const day = useDayChange(portfolio.totals.equity[choices.equity].value, choices.equity, choices.dayStart)
  const realised = useRealised()
  return (
    <ExplanationDrawer
      explained={id}
      inputs={{ portfolio, ...choices, day, realised }}
      stale={portfolio.stale}
      choice={id === undefined ? null : <Choice id={id} choices={choices} />}
      onClose={() => {
        explain(undefined)
        noteExplanationRead()
      }}
    />
  )
}

/** What the trader may mean by the figure. */
function Choice({ id, choices }: { readonly id: FigureId; readonly choices: AccountChoices }) {
  if (id !== 'equity' && id !== 'day') return null
  return (
    <div className={styles.choice}>
      <Select label="Equity is" value={choices.equity} options={equityOptions} onChange={equity => chooseAccount({ equity })} />
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
