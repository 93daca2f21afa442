/** The views of the risk by key and palette. They belong to the screen: a key pressed before the panel's code is there is not lost. */
import { useCommands, useRunCommand } from '../../../ui/commands/use-commands.ts'
import { chooseRisk, riskViews } from './risk-choices.ts'

export const riskGroup = 'Risk'

/** Draws nothing. Where the panel is one of several tabs, a key of its views brings it into view. */
export function RiskKeys(): null {
  const runCommand = useRunCommand()
  useCommands(
    riskViews.map(view => ({
      id: `risk.${view.value}`,
      name: `Risk: ${view.label.toLowerCase()}`,
      group: riskGroup,
      keys: `risk.${view.value}` as const,
      run: () => {
        chooseRisk({ view: view.value })
        runCommand('portfolio.show.risk')
      },
    })),
  )
  return null
}
