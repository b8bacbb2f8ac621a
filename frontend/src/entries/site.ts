/** What the pages around the table do: settings, countdowns, menus, the theme. */
import '../../styles/site.css';
import { startSettings } from '../settings';
import { startCountdowns } from '../site/countdown';
import { startFriends } from '../site/friends';
import { startMenus } from '../site/menus';
import { startNews } from '../site/news';
import { startSeals } from '../site/seal';
import { startShare } from '../site/share';
import { startTheme } from '../site/theme';
import { startWorker } from '../site/worker';

startSettings();
startCountdowns();
startMenus();
startTheme();
startNews();
startFriends();
startSeals();
startShare();
startWorker();
