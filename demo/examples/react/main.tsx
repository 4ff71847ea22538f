import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import '../style.css';

const root = document.querySelector('#app');
if (root) createRoot(root).render(<App />);
