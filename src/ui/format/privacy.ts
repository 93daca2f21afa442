/**
 * Amounts out of sight: one choice of the reader, under which every text that shows how much money or how large a size is written as a mask.
 * Percentages and market prices stay. What is typed and what is under review stays as well: nobody sends what they cannot see. Texts are
 * masked where they are made (`amounts.ts`, `Pnl`, `Amount`, the columns of grids, the scales of charts), so no figure is left in the page.
 */
import { preferences, setPreferences, usePreferences } from '../theme/preferences.ts'

/** Stands for an amount that is hidden. */
export const mask = '•••'

export const areAmountsHidden = (): boolean => preferences().amounts === 'hidden'

/**
 * Whether amounts are hidden; the component draws again when that changes.
 * @example const text = useAmountsHidden() ? mask : exactText(quantity)
 */
export const useAmountsHidden = (): boolean => usePreferences().amounts === 'hidden'

/** A text that shows an amount, or the mask. */
export const maskAmount = (text: string): string => (areAmountsHidden() ? mask : text)

export const toggleAmounts = (): void => setPreferences({ amounts: areAmountsHidden() ? 'shown' : 'hidden' })
