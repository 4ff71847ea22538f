import { createApp } from 'vue';
import App from './app.vue';
import '../style.css';

createApp(App).mount('#app');
