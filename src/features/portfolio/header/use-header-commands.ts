/** What can be done with the header from keys and palette. */
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { type FigureId, figureIds, figureNames } from './figure-ids.ts'
import type { AccountChoices } from '../../../account/parse-account-choices.ts'
import { dayOptions, equityOptions } from './header-choices.ts'

const group = 'Portfolio'

export function useHeaderCommands(
  choices: AccountChoices,
  choose: (change: Partial<AccountChoices>) => void,
  explain: (id: FigureId) => void,
): void {
  useCommands([
    ...figureIds.map(id => ({
      id: `portfolio.explain.${id}`,
      name: `Explain ${figureNames[id]}`,
      group,
      ...(id === 'equity' ? { keys: 'explainEquity' as const } : {}),
      run: () => explain(id),
    })),
    ...equityOptions
      .filter(option => option.value !== choices.equity)
      .map(option => ({
        id: `portfolio.equity.${option.value}`,
        name: `Equity is: ${option.label}`,
        group,
        run: () => choose({ equity: option.value }),
      })),
    ...dayOptions
      .filter(option => option.value !== choices.dayStart)
      .map(option => ({
        id: `portfolio.day.${option.value}`,
        name: `The day begins at ${option.label}`,
        group,
        run: () => choose({ dayStart: option.value }),
      })),
  ])
}
