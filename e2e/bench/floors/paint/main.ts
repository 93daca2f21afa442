/** Floor of the first paint: a page with one word in the app's font and style sheet, without scripts. */
import '../../../../src/app/ui/theme/fonts.css'
import '../../../../src/app/ui/theme/theme.css'
import '../../../../src/app/ui/theme/base.css'
