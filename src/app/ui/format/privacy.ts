/**
 * Hidden amounts: the reader may mask every text that shows money or sizes. Percentages and market prices stay, and so
 * do typed values and orders under review. Texts are masked when formatted (`amounts.ts`, `Pnl`, `Amount`, grid
 * columns, chart scales), so no figure is left in the page.
 */
import { preferences, setPreferences, usePreferences } from '../theme/preferences.ts'

export const mask = '•••'

export const areAmountsHidden = (): boolean => preferences().amounts === 'hidden'

/**
 * Returns true if amounts are hidden, and re-renders on change.
 * @example const text = useAmountsHidden() ? mask : exactText(quantity)
 */
export const useAmountsHidden = (): boolean => usePreferences().amounts === 'hidden'

export const maskAmount = (text: string): string => (areAmountsHidden() ? mask : text)

export const toggleAmounts = (): void => setPreferences({ amounts: areAmountsHidden() ? 'shown' : 'hidden' })
