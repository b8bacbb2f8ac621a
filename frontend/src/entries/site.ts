/** What the pages around the table do: countdowns, menus, the theme. */
import '../../styles/site.css';
import { startCountdowns } from '../site/countdown';
import { startFriends } from '../site/friends';
import { startMenus } from '../site/menus';
import { startNews } from '../site/news';
import { startSeals } from '../site/seal';
import { startShare } from '../site/share';
import { startTheme } from '../site/theme';

startCountdowns();
startMenus();
startTheme();
startNews();
startFriends();
startSeals();
startShare();
