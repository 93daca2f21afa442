/** The views of the risk by key and palette. They belong to the screen: a key pressed before the panel's code is there is not lost. */
import { useCommands, useRunCommand } from '../../../ui/commands/use-commands.ts'
import { hedgeRequest, hedgeWords } from './hedge-request.ts'
import { chooseRisk, type RiskView, riskViews } from './risk-choices.ts'

export const riskGroup = 'Risk'

/** Draws nothing. Where the panel is one of several tabs, a key of its views brings it into view. */
export function RiskKeys(): null {
  const runCommand = useRunCommand()
  const show = (view: RiskView): void => {
    chooseRisk({ view })
    runCommand('portfolio.show.risk')
  }
  useCommands(
    riskViews.map(view => ({
      id: `risk.${view.value}`,
      name: `Risk: ${view.label.toLowerCase()}`,
      group: riskGroup,
      keys: `risk.${view.value}` as const,
      run: () => show(view.value),
      reads: query => {
        const words = view.value === 'hedge' ? hedgeWords(query) : undefined
        if (words === undefined) return undefined
        const ask = (): void => {
          hedgeRequest.set(words)
          show('hedge')
        }
        return { name: `Hedge: ${words}`, run: ask }
      },
    })),
  )
  return null
}
