/** What the pages around the table do: countdowns, menus, the theme. */
import '../../styles/site.css';
import { startCountdowns } from '../site/countdown';
import { startMenus } from '../site/menus';
import { startTheme } from '../site/theme';

startCountdowns();
startMenus();
startTheme();
