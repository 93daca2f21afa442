/**
 * Risk views as keys and commands. They belong to the screen, so that keys pressed before the panel has loaded are not
 * lost.
 */
import { useCommands, useRunCommand } from '../../../ui/commands/use-commands.ts'
import { chooseRisk, hedgeRequest, hedgeWords, type RiskView, riskViews } from './risk-choices.ts'

export const riskGroup = 'Risk'

/** Renders nothing. If the panel is one of several tabs, its keys bring it to the front. */
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
      parse: query => {
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
