import { render } from 'preact';
import { TableSettings } from '../site/TableSettings';

const root = document.getElementById('table-settings');
if (root) render(<TableSettings />, root);
