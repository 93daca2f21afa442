/** Date, volatility and prices of the scenario looked at. */
import { type ChosenScenario, type Scene, presentScenario } from '../../../pricing/portfolio/payoff-model.ts'
import { DateSlider, VolatilitySlider } from '../../../ui/charts/scenario-sliders.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { Slider } from '../../../ui/controls/slider.tsx'
import { useFollowing } from '../../../ui/charts/use-following.ts'
import { SlidersFrame, zoomSlider } from './sliders-frame.tsx'

interface PayoffSlidersProps {
  readonly scene: Scene | undefined
  readonly scenario: ChosenScenario
  readonly choose: (scenario: ChosenScenario) => void
  /** Draws what is seen under it, past all panels; false where it cannot. */
  readonly preview: (scenario: ChosenScenario) => boolean
  readonly settle: () => void
  readonly currency: string
}

export function PayoffSliders({ scene, scenario: chosen, choose, preview, settle, currency }: PayoffSlidersProps) {
  useAmountsHidden()
  const { moved, move, forget } = useFollowing({ preview, choose, settle, isSame: isSameScenario })
  const current = (): ChosenScenario => moved() ?? chosen
  const scenario = current()
  const reset = (): void => {
    // In place of what was drawn and not yet chosen.
    forget()
    choose(presentScenario)
  }
  return (
    <SlidersFrame scene={scene} scenario={scenario} currency={currency} onReset={reset}>
      {scene === undefined || scene.expiries.length === 0 ? null : (
        <>
          <DateSlider
            nowMs={scene.nowMs}
            expiries={scene.expiries}
            timePart={scenario.timePart}
            onChange={timePart => move({ ...current(), timePart })}
          />
          <VolatilitySlider shift={scenario.volatilityShift} onChange={volatilityShift => move({ ...current(), volatilityShift })} />
        </>
      )}
      <Slider {...zoomSlider(scenario, zoom => move({ ...current(), zoom }))} />
    </SlidersFrame>
  )
}

/** Do they differ in the prices shown at most? */
export const isSameButZoom = (a: ChosenScenario, b: ChosenScenario): boolean =>
  a.timePart === b.timePart && a.volatilityShift === b.volatilityShift

const isSameScenario = (a: ChosenScenario, b: ChosenScenario): boolean => isSameButZoom(a, b) && a.zoom === b.zoom
