import { act, fireEvent } from '@testing-library/react'
import { restMs } from '../app/ui/arming/arming.ts'
import { pass } from './stepped-clock.ts'

/** Presses a button that sends, by touch, once it has rested as long as its arming asks. */
export async function pressAtRest(button: HTMLElement): Promise<void> {
  await pass(restMs + 50)
  fireEvent.pointerDown(button, { pointerType: 'touch' })
  await act(async () => void fireEvent.click(button, { detail: 1 }))
}
